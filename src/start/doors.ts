import { flowManifests } from '../flow/registry.ts';

/** The flow behind a route that needs nobody to be signed in: sign in, set up, activate. Undefined for the console's own. */
export function doorAt(path: string): string | undefined {
  const wanted = path.replace(/(.)\/+$/, '$1');
  for (const [id, { presentation, routes }] of flowManifests)
    if (presentation === 'page' && routes?.add === wanted) return id;
  return undefined;
}
