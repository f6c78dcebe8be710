import type { Inventory } from '#api/contract/agent-methods/inventory.ts';

/** The class of a device by what its agent reports. */
export function nodeClassOf(platform: Inventory['os']['platform'], isServer: boolean): string {
  switch (platform) {
    case 'win32':
      return isServer ? 'WINDOWS_SERVER' : 'WINDOWS_WORKSTATION';
    case 'darwin':
      return isServer ? 'MAC_SERVER' : 'MAC';
    // The other systems that Node runs on are Unixes, nearest to Linux.
    case 'linux':
    case 'other':
      return isServer ? 'LINUX_SERVER' : 'LINUX_WORKSTATION';
  }
}

/** The type of nodes that an agent speaks for; monitors have theirs (C23-16). */
export const agentNodeType = 'AGENT_DEVICE';
