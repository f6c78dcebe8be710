/** The role of a device; `auto` lets the device's own report decide (C23-11). */
export interface NodeRole {
  id: string;
  name: string;
  nodeClass: string;
}

/** Built in: one role for each class of device, named for what it is. Those of network management (NMS) are for devices without an agent. */
export const nodeRoles: readonly NodeRole[] = [
  { id: 'auto', name: 'Auto', nodeClass: '' },
  { id: 'windows-server', name: 'Windows Server', nodeClass: 'WINDOWS_SERVER' },
  { id: 'windows-workstation', name: 'Windows Workstation', nodeClass: 'WINDOWS_WORKSTATION' },
  { id: 'mac-server', name: 'Mac Server', nodeClass: 'MAC_SERVER' },
  { id: 'mac', name: 'Mac', nodeClass: 'MAC' },
  { id: 'linux-server', name: 'Linux Server', nodeClass: 'LINUX_SERVER' },
  { id: 'linux-workstation', name: 'Linux Workstation', nodeClass: 'LINUX_WORKSTATION' },
  { id: 'nms-switch', name: 'Switch', nodeClass: 'NMS_SWITCH' },
  { id: 'nms-router', name: 'Router', nodeClass: 'NMS_ROUTER' },
  { id: 'nms-firewall', name: 'Firewall', nodeClass: 'NMS_FIREWALL' },
  { id: 'nms-wireless', name: 'Wireless access point', nodeClass: 'NMS_WAP' },
  { id: 'nms-printer', name: 'Printer', nodeClass: 'NMS_PRINTER' },
  { id: 'nms-server', name: 'Server', nodeClass: 'NMS_SERVER' },
  { id: 'nms-computer', name: 'Computer', nodeClass: 'NMS_COMPUTER' },
  { id: 'nms-vm-host', name: 'VM host', nodeClass: 'NMS_VM_HOST' },
  { id: 'nms-phone', name: 'Phone', nodeClass: 'NMS_PHONE' },
  { id: 'nms-ups', name: 'UPS', nodeClass: 'NMS_UPS' },
  { id: 'nms-other', name: 'Other', nodeClass: 'NMS_OTHER' },
  // F14-17
  { id: 'vmware-host', name: 'VMware host', nodeClass: 'VMWARE_VM_HOST' },
  { id: 'vmware-guest', name: 'VMware guest', nodeClass: 'VMWARE_VM_GUEST' },
  { id: 'hyper-v-host', name: 'Hyper-V host', nodeClass: 'HYPERV_VMM_HOST' },
  { id: 'hyper-v-guest', name: 'Hyper-V guest', nodeClass: 'HYPERV_VMM_GUEST' },
  { id: 'cloud-monitor', name: 'Cloud Monitor', nodeClass: 'CLOUD_MONITOR_TARGET' },
];

/** The role of a network management device, undefined for any other. */
export function nmsRole(id: unknown): NodeRole | undefined {
  return nodeRoles.find((role) => role.id === id && role.nodeClass.startsWith('NMS_'));
}

export function isNodeRole(id: string): boolean {
  return nodeRoles.some((role) => role.id === id);
}
