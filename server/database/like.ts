/** An ILIKE pattern that finds the text anywhere; wildcards in the text are escaped. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, '\\$&')}%`;
}
