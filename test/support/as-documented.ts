import 'reflect-metadata';
import { ProblemAnswer } from '../../apps/api/src/answers/problem-answer.js';
import { CONTROLLERS } from '../../apps/api/src/controllers.js';
import type { RouteSpec } from '../../apps/api/src/edge/route.js';
import { declaredRoutes } from '../../apps/api/src/openapi/declared-routes.js';
import type { Answered } from './answered.js';

const ROUTES = declaredRoutes(CONTROLLERS);

/** What has to do with the moment says what may be done instead. */
const CARRY_NEXT = [409, 422, 428];

const routeOf = (method: string, path: string): RouteSpec => {
  const [plain = ''] = path.split('?');
  const found = ROUTES.find((route) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(plain));
  if (found === undefined) throw new Error(`No route answers ${method} ${path}.`);
  return found;
};

/** The answer, if it is what the published document says this call answers; else throws with what differs. */
export const asDocumented = <Body>(method: string, path: string, answered: Answered<Body>): Answered<Body> => {
  const { answer, otherAnswers = {}, status } = routeOf(method, path);
  if (CARRY_NEXT.includes(answered.status) && !('next' in (answered.body as object)))
    throw new Error(`${method} ${path} answered ${answered.status} without next:\n${answered.text}`);
  const schema = answered.status >= 400 ? ProblemAnswer : answered.status === status ? answer : otherAnswers[answered.status];
  if (schema === undefined) return answered;
  const read = schema.safeParse(answered.headers['content-type']?.includes('json') ? answered.body : answered.text);
  if (!read.success)
    throw new Error(`${method} ${path} answered ${answered.status} not as documented: ${read.error.message}\n${answered.text}`);
  return answered;
};
