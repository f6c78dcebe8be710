/** The role of a device; `auto` lets the device's own report decide (C23-11). */
export interface NodeRole {
  id: string;
  name: string;
  nodeClass: string;
}

/** Built in: one role for each class of device, named for what it is. */
export const nodeRoles: readonly NodeRole[] = [
  { id: 'auto', name: 'Auto', nodeClass: '' },
  { id: 'windows-server', name: 'Windows Server', nodeClass: 'WINDOWS_SERVER' },
  { id: 'windows-workstation', name: 'Windows Workstation', nodeClass: 'WINDOWS_WORKSTATION' },
  { id: 'mac-server', name: 'Mac Server', nodeClass: 'MAC_SERVER' },
  { id: 'mac', name: 'Mac', nodeClass: 'MAC' },
  { id: 'linux-server', name: 'Linux Server', nodeClass: 'LINUX_SERVER' },
  { id: 'linux-workstation', name: 'Linux Workstation', nodeClass: 'LINUX_WORKSTATION' },
  { id: 'cloud-monitor', name: 'Cloud Monitor', nodeClass: 'CLOUD_MONITOR_TARGET' },
];

export function isNodeRole(id: string): boolean {
  return nodeRoles.some((role) => role.id === id);
}
