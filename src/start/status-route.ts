const statusPath = /^\/status\/([^/]+)\/?$/;

/** The slug of the public status page at this route; undefined for every other route. */
export function statusSlugAt(path: string): string | undefined {
  const [, said] = statusPath.exec(path) ?? [];
  if (said === undefined) return undefined;
  try {
    return decodeURIComponent(said);
  } catch {
    return said;
  }
}
