import { Type, type TBoolean } from 'typebox';
import { dns } from './monitor-types/dns.ts';
import { email } from './monitor-types/email.ts';
import { http } from './monitor-types/http.ts';
import { ping } from './monitor-types/ping.ts';
import { portScan } from './monitor-types/port-scan.ts';
import { snmp } from './monitor-types/snmp.ts';
import { Text } from './shapes.ts';

/** F08-09. In the order in which a person chooses. */
export const MonitorType = Type.Union([ping.type, dns.type, portScan.type, http.type, email.type, snmp.type]);
/** F08-63 … F08-67. */
export const ConditionType = Type.Union([
  ...ping.conditions,
  ...dns.conditions,
  ...portScan.conditions,
  ...http.conditions,
  ...email.conditions,
  ...snmp.conditions,
]);
/** The settings that only some condition types have (F08-62), in addition to those of every condition. Times in milliseconds. */
export const conditionParameters = {
  /** Failures in a row before it raises (Times). */
  runCount: Type.Optional(Type.Integer()),
  period: Type.Optional(Type.Integer()),
  contains: Type.Optional(Text(20)),
  keyword: Type.Optional(Text(1000)),
  ...ping.parameters,
  ...dns.parameters,
  ...portScan.parameters,
  ...http.parameters,
  ...email.parameters,
  ...snmp.parameters,
};
/** The fields of the types, secrets apart (F08-55 … F08-60). */
export const typeFields = {
  /** The target of the types that name a server. */
  hostname: Type.Optional(Text(300)),
  ...ping.fields,
  ...dns.fields,
  ...portScan.fields,
  ...http.fields,
  ...email.fields,
  ...snmp.fields,
};
/** Never in a reply: `httpPasswordSet` and the like say that one is stored. One that is left out of a PUT is the stored one. */
export const typeSecrets = {
  ...http.secrets,
  ...email.secrets,
  ...snmp.secrets,
};
type Secret = keyof typeof typeSecrets;

/** `httpPassword` → `httpPasswordSet` */
export const secretsSet = Object.fromEntries(
  Object.keys(typeSecrets).map((field) => [`${field}Set`, Type.Boolean()]),
) as { [S in Secret as `${S}Set`]: TBoolean };
