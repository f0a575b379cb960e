export { AgentName } from './agent-name.js';
