import type { Static } from 'typebox';
import type { MonitorType } from '#api/contract/monitor-types.ts';
import type { ConditionDefinition, ConditionName } from '../conditions/condition.ts';
import { dns } from './dns.ts';
import { email } from './email.ts';
import { http } from './http.ts';
import { ping } from './ping.ts';
import { portScan } from './port-scan.ts';
import type { ServerType } from './server-type.ts';
import { snmp } from './snmp.ts';

/** Every type of monitor. A type of the contract without an entry does not compile. */
export const monitorTypes: { readonly [T in Static<typeof MonitorType>]: ServerType } = {
  PING: ping,
  DNS: dns,
  PORT_SCAN: portScan,
  HTTP: http,
  EMAIL: email,
  SNMP: snmp,
};

/** Every type of condition. One of the contract without a definition does not compile. */
export const conditions: { readonly [N in ConditionName]: ConditionDefinition } = {
  ...ping.conditions,
  ...dns.conditions,
  ...portScan.conditions,
  ...http.conditions,
  ...email.conditions,
  ...snmp.conditions,
};

export function isConditionName(type: string): type is ConditionName {
  return Object.hasOwn(conditions, type);
}
