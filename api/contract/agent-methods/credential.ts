import { Type } from 'typebox';
import { Closed, Id, OneOf, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';
import { Address, LoginCredential, SnmpCredential } from './discovery.ts';

/** Why a credential is valid (`answered`, `signed_in_…`) or invalid (F22-09). */
export const credentialResults = [
  'answered',
  // SNMP v1 and v2c devices do not answer a wrong community, and v3 devices no message that they cannot decrypt.
  'no_answer',
  'unknown_user',
  'wrong_auth_key',
  'refused',
  'unsupported',
  'failed',
  // Of telnet and SSH.
  'signed_in_by_ssh',
  'signed_in_by_telnet',
  'login_refused',
  'login_undecided',
  'no_login',
] as const;
export type CredentialResult = (typeof credentialResults)[number];

/** Signs in at one device with an SNMP, telnet or SSH credential of the organization; by SNMP, it reads the name of the device. */
export const credentialTest = {
  title: 'credential test',
  capability: 'credentials@2',
  permission: 'ORGANIZATION:Update',
  params: Closed({ address: Address, credential: Id }),
  sent: Closed({ address: Address, credential: Type.Union([SnmpCredential, LoginCredential]) }),
  progress: Type.Never(),
  item: Type.Never(),
  result: Closed({
    result: Type.Union([Type.Literal('valid'), Type.Literal('invalid')]),
    reason: OneOf(credentialResults),
    /** sysName (RFC 3418) of a device that answered by SNMP. */
    name: Text(255),
  }),
  budget: { params: 500, report: 200, items: 0, result: 1000 },
  cancellable: true,
  seconds: 60,
} as const satisfies AgentMethodEntry;
