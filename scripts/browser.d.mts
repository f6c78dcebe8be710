export function findBrowser(options?: {
  install?: boolean;
  shell?: boolean;
  say?: (line: string) => void;
}): Promise<string | undefined>;
export const browserFlags: string[];
