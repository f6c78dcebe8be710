// How a real probe does what a path of a network discovery says.
import { host } from '../../server/found-host.ts';
import { printer, router } from '../network-discovery/found.ts';
import type { JobOfPath } from './job-calls.ts';
import type { PathAgent } from './path-agent.ts';

/** Both answer, and say by themselves that they are printers: that one is a router is for a person to say. */
export const found = [host(router.ip, { ports: [9100] }), host(printer.ip, { ports: [9100] })];

/** Each discovery of a path finds two devices. */
export function discovering(agent: PathAgent): JobOfPath {
  return {
    agent,
    method: 'network.discover',
    progress: ({ done, total }) => ({ done, total }),
    begins: () => found,
  };
}
