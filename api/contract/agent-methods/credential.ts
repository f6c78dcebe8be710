import { Type } from 'typebox';
import { Closed, Id, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';
import { Address, SnmpCredential } from './discovery.ts';

/** Why a credential is valid (`answered`) or invalid (F22-09). */
export const credentialResults = [
  'answered',
  // SNMP v1 and v2c devices do not answer a wrong community, and v3 devices no message that they cannot decrypt.
  'no_answer',
  'unknown_user',
  'wrong_auth_key',
  'refused',
  'unsupported',
  'failed',
] as const;
export type CredentialResult = (typeof credentialResults)[number];

/** Signs in at one device with an SNMP credential of the organization, and reads its name. */
export const credentialTest = {
  title: 'credential test',
  capability: 'credentials@1',
  permission: 'ORGANIZATION:Update',
  params: Closed({ address: Address, credential: Id }),
  sent: Closed({ address: Address, credential: SnmpCredential }),
  progress: Type.Never(),
  item: Type.Never(),
  result: Closed({
    result: Type.Union([Type.Literal('valid'), Type.Literal('invalid')]),
    reason: Type.Unsafe<CredentialResult>(Type.Union(credentialResults.map((name) => Type.Literal(name)))),
    /** sysName (RFC 3418) of a device that answered. */
    name: Text(255),
  }),
  budget: { params: 500, report: 200, items: 0, result: 1000 },
  cancellable: true,
  seconds: 20,
} as const satisfies AgentMethodEntry;
