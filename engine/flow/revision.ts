/** The revision of a stored entity. */
export function revisionOf({ revision }: Readonly<Record<string, unknown>>): number | undefined {
  return typeof revision === 'number' ? revision : undefined;
}
