import type { AgentPart } from '#api/contract/agent-methods/registry.ts';
import { vendorOf } from './snmp-vendors.ts';

type Host = Pick<AgentPart<'network.discover', 'item'>, 'ports' | 'os' | 'netbiosName' | 'snmp'>;

interface Suggestion {
  /** Id of a node role. */
  role: string;
  reason: string;
}

/** Ports that one kind of device alone serves, most telling first. */
const tellingPorts: readonly (readonly [number, string, string])[] = [
  [9100, 'nms-printer', 'Raw printing (port 9100)'],
  [631, 'nms-printer', 'Internet printing (port 631)'],
  [515, 'nms-printer', 'Line printer daemon (port 515)'],
  [902, 'nms-vm-host', 'VMware ESXi (port 902)'],
  [5060, 'nms-phone', 'SIP (port 5060)'],
  [554, 'nms-other', 'Video stream (port 554)'],
];

/** What the SSH greeting's system is mostly found on. */
const tellingSystems: Readonly<Record<string, string>> = {
  'Cisco IOS': 'nms-switch',
  'HPE Comware': 'nms-switch',
  'Huawei VRP': 'nms-switch',
  ArubaOS: 'nms-switch',
  'MikroTik RouterOS': 'nms-router',
  FortiOS: 'nms-firewall',
  'HPE iLO': 'nms-server',
  Ubuntu: 'nms-server',
  Debian: 'nms-server',
  FreeBSD: 'nms-server',
  'Raspberry Pi OS': 'nms-computer',
  Windows: 'nms-computer',
};

/** The role that what was found suggests, with the reason; undefined when nothing does. */
export function suggestRole({ ports, os, netbiosName, snmp }: Host): Suggestion | undefined {
  const vendor = snmp ? vendorOf(snmp.objectId) : undefined;
  // A device of its own kind says more than the services that it offers.
  if (vendor?.role !== undefined && !isGeneral(vendor.role))
    return { role: vendor.role, reason: `${vendor.name} device (SNMP)` };
  const port = tellingPorts.find(([number]) => ports.includes(number));
  if (port) return { role: port[1], reason: port[2] };
  const layer = snmp ? layerRole(snmp.services) : undefined;
  if (layer) return layer;
  if (vendor?.role !== undefined) return { role: vendor.role, reason: `${vendor.name} device (SNMP)` };
  const role = tellingSystems[os];
  if (role !== undefined) return { role, reason: `Operating system ${os}` };
  if (ports.includes(389)) return { role: 'nms-server', reason: 'Directory service (port 389)' };
  if (ports.includes(3389)) return { role: 'nms-computer', reason: 'Remote Desktop (port 3389)' };
  if (netbiosName !== '') return { role: 'nms-computer', reason: 'NetBIOS name' };
  return undefined;
}

/** A general computer, which may be a router or a VM host as well. */
function isGeneral(role: string): boolean {
  return role === 'nms-server' || role === 'nms-computer';
}

/** By sysServices (RFC 3418): 2 is added for layer 2, 4 for layer 3. */
function layerRole(services: number): Suggestion | undefined {
  if ((services & 2) !== 0) return { role: 'nms-switch', reason: 'Forwards at layer 2 (SNMP)' };
  if ((services & 4) !== 0) return { role: 'nms-router', reason: 'Forwards at layer 3 (SNMP)' };
  return undefined;
}
