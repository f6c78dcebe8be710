/** A pattern for ILIKE that finds the text anywhere, with its own wildcards taken literally. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}
