/** The assignments of `/etc/os-release`. */
export function osReleaseFrom(text: string): Record<string, string> {
  const values: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const found = /^([A-Z0-9_]+)=(.*)$/.exec(line.trim());
    if (found?.[1] === undefined || found[2] === undefined) continue;
    values[found[1]] = found[2].replace(/^(["'])(.*)\1$/, '$2').replaceAll(/\\(["'$`\\])/g, '$1');
  }
  return values;
}
