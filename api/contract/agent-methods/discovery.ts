import { Type } from 'typebox';
import type { Static } from 'typebox';
import { credentialPlainFields, credentialSecretFields } from '../credentials.ts';
import { Closed, Id, Mac, Nullable, OneOf, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

/** Most addresses of one discovery (F02-43): as many as a block `/20` has. */
export const mostTargets = 4096;

/** The settings of the ping sweep, with the names of the specification (F02-09); bounds: F02-61. */
export const PingSettings = {
  pingTimeoutMS: Type.Integer({ minimum: 1, maximum: 1000 }),
  pingPacketTTL: Type.Integer({ minimum: 1, maximum: 255 }),
  pingsPerNode: Type.Integer({ minimum: 1, maximum: 5 }),
  delayBetweenPingsMS: Type.Integer({ minimum: 1, maximum: 1000 }),
};

/** An IP address, IPv4 or IPv6; lists of runs sort it by its number. */
export const Address = Type.String({ maxLength: 45, pattern: '^[0-9a-fA-F:.]+$', 'x-sorted': 'address' });

const { community, authKey, privKey } = credentialSecretFields;
const SnmpType = Type.Union([Type.Literal('SNMP_V1'), Type.Literal('SNMP_V2C'), Type.Literal('SNMP_V3')]);

/** A credential as the probe gets it, with its secrets. */
export const SnmpCredential = Closed({
  credentialType: SnmpType,
  ...credentialPlainFields,
  community,
  authKey,
  privKey,
});
export type SnmpCredential = Static<typeof SnmpCredential>;

/** A user name and a password for telnet and SSH, as the probe gets them. */
export const LoginCredential = Closed({
  credentialType: Type.Literal('TELNET_SSH'),
  username: Text(255),
  password: Text(1024),
});
export type LoginCredential = Static<typeof LoginCredential>;

/**
 * What came of the telnet or SSH credential at a host (F02-07): it signed in by `ssh` or `telnet`, the host refused it, or told neither.
 * `none`: there is no such credential, or the host offers neither protocol.
 */
export const loginOutcomes = ['none', 'ssh', 'telnet', 'refused', 'undecided'] as const;

/** The first and the second credential (F02-07). */
const mostCredentials = 2;

/** What a host told by SNMP; empty texts for what it does not tell. */
const SnmpFacts = Closed({
  /** 1 or 2: which of the credentials it answered. */
  credential: Type.Integer({ minimum: 1, maximum: mostCredentials }),
  /** sysName, sysDescr, sysObjectID and sysServices (RFC 3418). */
  name: Text(255),
  description: Text(255),
  objectId: Text(255),
  services: Type.Integer({ minimum: 0, maximum: 127 }),
  /** Of the chassis, by ENTITY-MIB (RFC 6933). */
  manufacturer: Text(100),
  model: Text(100),
  firmware: Text(100),
});
export type SnmpFacts = Static<typeof SnmpFacts>;

/** What the probe found at one address (F02-10). Every address has one, also those that stayed silent. */
export const DiscoveredHost = {
  ip: Address,
  /** As the probe's neighbour table tells, `00:0a:95:9d:68:16`; empty for a host behind a router. */
  mac: Mac,
  /** Average round trip; null when no ping was answered. */
  pingMS: Nullable(Type.Number({ minimum: 0, maximum: 60_000 })),
  /** By reverse DNS; empty without a record. */
  dnsName: Text(255),
  /** By a NetBIOS node status request; empty without an answer. */
  netbiosName: Text(16),
  /** Open TCP ports, of those that the probe tries. */
  ports: Type.Array(Type.Integer({ minimum: 1, maximum: 65_535 }), { maxItems: 32 }),
  /** Whether it accepts telnet connections and whether it greets as SSH. */
  telnet: Type.Boolean(),
  ssh: Type.Boolean(),
  login: OneOf(loginOutcomes),
  /** As its SSH greeting tells; empty otherwise. */
  os: Text(100),
  /** Null when it answered no credential. */
  snmp: Nullable(SnmpFacts),
};

const Targets = {
  addresses: Type.Array(Address, { minItems: 1, maxItems: mostTargets, uniqueItems: true }),
  ...PingSettings,
};

/** Looks at every address from the device: ping sweep, names, open ports, greetings, SNMP, and a sign-in by SSH or telnet. */
export const networkDiscover = {
  title: 'network discovery',
  capability: 'discovery@4',
  permission: 'NODE:Create',
  /** Credentials are stored by their ids, in the order in which they are tried. */
  params: Closed({
    ...Targets,
    snmpCredentials: Type.Array(Id, { maxItems: mostCredentials, uniqueItems: true }),
    telnetSshCredential: Type.Optional(Id),
  }),
  sent: Closed({
    ...Targets,
    snmpCredentials: Type.Array(SnmpCredential, { maxItems: mostCredentials }),
    telnetSshCredential: Type.Optional(LoginCredential),
  }),
  progress: Closed({ done: Type.Integer({ minimum: 0 }), total: Type.Integer({ minimum: 0 }) }),
  item: Closed(DiscoveredHost),
  result: Closed({ reached: Type.Integer({ minimum: 0 }), unreachable: Type.Integer({ minimum: 0 }) }),
  budget: { params: 220_000, report: 50_000, items: mostTargets, result: 200 },
  cancellable: true,
  seconds: 1800,
} as const satisfies AgentMethodEntry;
