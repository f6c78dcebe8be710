export const discoveriesPath = '/networkDiscovery';

export function discoveryPath(run: string): string {
  return `${discoveriesPath}/${run}`;
}
