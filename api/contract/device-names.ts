// Apart from the calls: the console imports these lists without their schemas.
export const deviceStates = ['online', 'offline', 'unmonitored', 'erased'] as const;

/** Columns of the device list, by which the server sorts and exports. */
export const deviceColumns = ['name', 'status', 'kind', 'organization', 'location', 'os', 'address', 'seen'] as const;
export type DeviceColumn = (typeof deviceColumns)[number];

/** By what the device list can be grouped. */
export const deviceGroupings = ['organization', 'location', 'kind', 'status'] as const;
export type DeviceGrouping = (typeof deviceGroupings)[number];

/** Classes of devices that are no cloud monitors. */
export const deviceKinds = [
  'WINDOWS_SERVER',
  'WINDOWS_WORKSTATION',
  'LINUX_SERVER',
  'LINUX_WORKSTATION',
  'MAC_SERVER',
  'MAC',
  'NMS_SWITCH',
  'NMS_ROUTER',
  'NMS_FIREWALL',
  'NMS_WAP',
  'NMS_PRINTER',
  'NMS_SERVER',
  'NMS_COMPUTER',
  'NMS_VM_HOST',
  'NMS_PHONE',
  'NMS_UPS',
  'NMS_OTHER',
  'VMWARE_VM_HOST',
  'VMWARE_VM_GUEST',
  'HYPERV_VMM_HOST',
  'HYPERV_VMM_GUEST',
] as const;
export type DeviceKind = (typeof deviceKinds)[number];
