import type { VmHostType } from '#api/contract/agent-methods/vm-host.ts';
import { nodeRoles } from '../nodes/node-roles.ts';

interface Classes {
  nodeClass: string;
  nodeRoleId: string;
}

function classOf(role: string): Classes {
  return { nodeClass: nodeRoles.find(({ id }) => id === role)?.nodeClass ?? '', nodeRoleId: role };
}

/** Class and role of a host and of its guests (F14-17). */
export function classesOf(type: VmHostType): { host: Classes; guest: Classes } {
  const maker = type === 'ESXI' ? 'vmware' : 'hyper-v';
  return { host: classOf(`${maker}-host`), guest: classOf(`${maker}-guest`) };
}
