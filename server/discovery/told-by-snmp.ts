import type { SnmpFacts } from '#api/contract/agent-methods/discovery.ts';
import { vendorOf } from './snmp-vendors.ts';

export interface ToldBySnmp {
  hostname: string;
  os: string;
  model: string;
  vendor: string;
  firmware: string;
}

/** Operating systems by a pattern in sysDescr, the most specific first. */
const systems: readonly (readonly [RegExp, string])[] = [
  [/\bIOS[ -]XE\b/i, 'Cisco IOS XE'],
  [/\bIOS[ -]XR\b/i, 'Cisco IOS XR'],
  [/\bNX-OS\b/i, 'Cisco NX-OS'],
  [/\bCisco\b.{0,80}\bIOS\b/i, 'Cisco IOS'],
  [/\bJUNOS\b/i, 'Junos'],
  [/\bRouterOS\b/i, 'MikroTik RouterOS'],
  [/\bArubaOS\b/i, 'ArubaOS'],
  [/\bComware\b/i, 'HPE Comware'],
  [/\bVRP\b/, 'Huawei VRP'],
  [/\bEOS\b/, 'Arista EOS'],
  [/\bVMware ESXi?\b/i, 'VMware ESXi'],
  [/\bWindows\b/i, 'Windows'],
  [/\bFreeBSD\b/i, 'FreeBSD'],
  [/^Linux\b/i, 'Linux'],
];

/** What a device is, as its system group and ENTITY-MIB say (RFC 3418, RFC 6933); empty texts for what they do not say. */
export function toldBySnmp(snmp: SnmpFacts | null): ToldBySnmp {
  if (snmp === null) return { hostname: '', os: '', model: '', vendor: '', firmware: '' };
  const { name, description, objectId, manufacturer, model, firmware } = snmp;
  return {
    hostname: name,
    os: systems.find(([pattern]) => pattern.test(description))?.[1] ?? '',
    model,
    vendor: vendorOf(objectId)?.name ?? manufacturer,
    firmware: firmware || (/\bVersion:? ([\w.()-]{1,40})/i.exec(description)?.[1] ?? ''),
  };
}
