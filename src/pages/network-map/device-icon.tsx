import {
  IconAccessPoint,
  IconBatteryCharging2,
  IconBoxMultiple,
  IconDeviceDesktop,
  IconNetwork,
  IconPhone,
  IconPlugConnected,
  IconPrinter,
  IconRouter,
  IconServer2,
  IconSwitch3,
  IconWall,
  type Icon,
} from '@tabler/icons-react';
import type { MapNode } from './graph.ts';

const icons: Readonly<Record<string, Icon>> = {
  NMS_SWITCH: IconSwitch3,
  NMS_ROUTER: IconRouter,
  NMS_FIREWALL: IconWall,
  NMS_WAP: IconAccessPoint,
  NMS_PRINTER: IconPrinter,
  NMS_SERVER: IconServer2,
  NMS_VM_HOST: IconServer2,
  NMS_PHONE: IconPhone,
  NMS_UPS: IconBatteryCharging2,
  WINDOWS_SERVER: IconServer2,
  LINUX_SERVER: IconServer2,
  MAC_SERVER: IconServer2,
  VMWARE_VM_HOST: IconServer2,
  HYPERV_VMM_HOST: IconServer2,
  NMS_OTHER: IconNetwork,
};

/** What stands in the circle of a node. */
export function iconOf({ device, kind }: Pick<MapNode, 'device' | 'kind'>): Icon {
  if (device) return icons[device.nodeClass] ?? IconDeviceDesktop;
  return kind === 'group' ? IconBoxMultiple : kind === 'neighbor' ? IconNetwork : IconPlugConnected;
}
