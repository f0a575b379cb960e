export type { StoreFatal } from './fence.js';
export type { FileStore } from './file-store.js';
export type { Done, StoreFiles } from './files.js';
export { TaskIndex } from './listing/task-index.js';
export { nodeFiles } from './node-files.js';
export { type FileStoreOptions, openFileStore } from './open-file-store.js';
export { sealRecord } from './record-line.js';
export type { StoreLog, StoreLogLevel } from './store-log.js';
export { type StartRefusal, StoreStartError } from './store-start.error.js';
