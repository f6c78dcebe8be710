import { Type, type Static } from 'typebox';
import { Closed, Id, OneOf, Text } from '../shapes.ts';
import type { AgentMethodEntry } from './agent-method.ts';

/**
 * How a request to a directory ends. `invalid_ou_path` to `incorrect_username_or_password` are those of F04-45, F04-47 and F04-48;
 * `encryption_refused`: the domain controller offers no TLS, is another computer, and plain text was not allowed.
 */
export const directoryCodes = [
  'succeeded',
  'invalid_ou_path',
  'access_denied',
  'required_privilege_not_held',
  'incorrect_username_or_password',
  'encryption_refused',
  'certificate_untrusted',
  'unreachable',
  'failed',
] as const;
export type DirectoryCode = (typeof directoryCodes)[number];

/** Objects of one level of the tree that are listed; `more` says that there are others. */
export const mostOfLevel = 500;
/** Computers that one reading lists. */
export const mostComputers = 50_000;

/** A distinguished name (RFC 4514); empty for the domain itself. */
const OuPath = Text(1024);
const ObjectGuid = Type.String({
  maxLength: 36,
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
});
const Code = OneOf(directoryCodes);
const Count = Type.Integer({ minimum: 0, maximum: mostComputers });

/** One computer object. Texts are those of the directory; empty where it has none. */
export const DirectoryComputer = Closed({
  objectGuid: ObjectGuid,
  name: Text(255),
  /** `dNSHostName` */
  hostName: Text(255),
  os: Text(200),
  /** The path of the OU or container that holds it. */
  ouPath: OuPath,
  /** By its operating system: "Windows Server 2022". */
  isServer: Type.Boolean(),
});
export type DirectoryComputer = Static<typeof DirectoryComputer>;

const where = {
  /** A BASIC credential of the organization. */
  credentialId: Id,
  /** Whether the password may travel without TLS to another computer. */
  allowPlain: Type.Boolean(),
};
const whereSent = {
  /** `name@domain`, `DOMAIN\name` or a distinguished name. */
  username: Text(255),
  password: Text(1024),
  allowPlain: Type.Boolean(),
};
const answer = {
  code: Code,
  /** What the directory said, for people; empty where the code says it. */
  message: Text(500),
};

const shared = {
  capability: 'directory@1',
  permission: 'NODE:Create',
  cancellable: true,
} as const;

/** One level of the tree of a domain: the OUs and containers below a path, and how many computers stand directly in it (F04-37). */
export const directoryBrowse = {
  ...shared,
  title: 'reading of a directory tree',
  params: Closed({ ...where, ouPath: OuPath }),
  sent: Closed({ ...whereSent, ouPath: OuPath }),
  progress: Type.Never(),
  item: Type.Never(),
  result: Closed({
    ...answer,
    /** Of the domain: "DC=corp,DC=example". */
    root: OuPath,
    ou: Type.Array(Closed({ path: OuPath, name: Text(255), hasChildren: Type.Boolean() }), { maxItems: mostOfLevel }),
    ouComputers: Type.Array(Closed({ objectGuid: ObjectGuid, name: Text(255) }), { maxItems: mostOfLevel }),
    /** There are OUs or computers beyond those. */
    more: Type.Boolean(),
  }),
  budget: { params: 2000, report: 0, items: 0, result: 200_000 },
  seconds: 30,
} as const satisfies AgentMethodEntry;

/** Reads the computers of an OU, and with `recursive` those of every OU below it; signs in first, and judges the path (F04-38, F04-39). */
export const directoryRead = {
  ...shared,
  title: 'reading of a directory',
  params: Closed({ ...where, ouPath: OuPath, recursive: Type.Boolean() }),
  sent: Closed({ ...whereSent, ouPath: OuPath, recursive: Type.Boolean() }),
  /** `total` is 0: a directory does not say how many there are. */
  progress: Closed({ stage: Type.Literal('work'), done: Count, total: Type.Integer({ minimum: 0, maximum: 0 }) }),
  item: DirectoryComputer,
  result: Closed({ ...answer, computers: Count }),
  budget: { params: 2000, report: 200_000, items: mostComputers, result: 1500 },
  seconds: 300,
} as const satisfies AgentMethodEntry;

/** Signs in at the domain controller (F04-39). */
export const directorySignIn = {
  ...shared,
  title: 'sign-in at a domain controller',
  params: Closed(where),
  sent: Closed(whereSent),
  progress: Type.Never(),
  item: Type.Never(),
  result: Closed(answer),
  budget: { params: 500, report: 0, items: 0, result: 1500 },
  seconds: 30,
} as const satisfies AgentMethodEntry;
