/** Seven letters and digits of a text, the same everywhere: FNV-1a of 32 bits. Two texts may share them. */
export function shortHash(text: string): string {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, '0');
}
