export type ToolName = 'next_work' | 'look_up' | 'update' | 'check' | 'hand_off' | 'ask_human' | 'release';
