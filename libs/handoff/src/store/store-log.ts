export const STORE_LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type StoreLogLevel = (typeof STORE_LOG_LEVELS)[number];

/** Where the store says what people should know of: waiting for a lock, damage, a directory it has lost. */
export type StoreLog = (level: StoreLogLevel, message: string) => void;
