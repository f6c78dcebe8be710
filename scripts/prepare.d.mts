export function ensureInstalled(options?: { say?: (line: string) => void }): Promise<void>;
export function ensureBuilt(options?: { say?: (line: string) => void }): Promise<void>;
export const serverArguments: readonly string[];
