import { runProcess } from '@app/platform';
import { startApi } from './start-api.js';

await runProcess('api', startApi);
