import { format } from './src/money.js';
import { split } from './src/split.js';

const [amount = '100.00', people = '3'] = process.argv.slice(2);
const shares = split(Math.round(Number(amount) * 100), Number(people));
const sum = shares.reduce((total, share) => total + share, 0);

console.log(`${shares.map(format).join(' + ')} = ${format(sum)}`);
