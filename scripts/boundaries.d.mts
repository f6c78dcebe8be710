export function cruise(root: string): Promise<{ modules: number; dependencies: number; violations: string[] }>;
