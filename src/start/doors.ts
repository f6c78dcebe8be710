import '../flow/door-flows.ts';
import { flowManifests } from '../flow/registry.ts';

/** The flow of a route that requires no sign-in: sign in, set up, activate. Undefined for the console's routes. */
export function doorAt(path: string): string | undefined {
  const wanted = path.replace(/(.)\/+$/, '$1');
  for (const [id, { presentation, routes }] of flowManifests)
    if (presentation === 'page' && routes?.add === wanted) return id;
  return undefined;
}
