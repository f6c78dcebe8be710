import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, OneOf, Revision, Saved, Text } from './shapes.ts';

/** The types of credentials (F22-08). */
export const credentialTypes = ['BASIC', 'SNMP_V1', 'SNMP_V2C', 'SNMP_V3', 'TELNET_SSH'] as const;
export type CredentialType = (typeof credentialTypes)[number];

export const securityLevels = ['NO_AUTH', 'AUTH', 'AUTH_PRIV'] as const;
export const authProtocols = ['MD5', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512'] as const;
export const privProtocols = ['DES', 'AES', 'AES256B', 'AES256R'] as const;

const TypeOfCredential = OneOf(credentialTypes);

/** What may be read again. `username`: of BASIC, TELNET_SSH and SNMP_V3; the other three are of SNMP_V3. */
export const credentialPlainFields = {
  username: Type.Optional(Text(255)),
  security: Type.Optional(OneOf(securityLevels)),
  authProtocol: Type.Optional(OneOf(authProtocols)),
  privProtocol: Type.Optional(OneOf(privProtocols)),
};

/** Write-only. `community`: of SNMP_V1 and SNMP_V2C; `password`: of BASIC and TELNET_SSH; the keys: of SNMP_V3. */
export const credentialSecretFields = {
  community: Type.Optional(Text(255)),
  password: Type.Optional(Text(1024)),
  authKey: Type.Optional(Text(1024)),
  privKey: Type.Optional(Text(1024)),
};

/** A day as `YYYY-MM-DD`; empty for none. */
const ExpiresOn = Type.Union([Type.String({ format: 'date' }), Type.Literal('')]);

const Told = { id: Id, name: Type.String(), credentialType: TypeOfCredential, expiresOn: ExpiresOn };

/** Days before its last day from which on a credential is told to expire. */
export const remindedDays = 14;
export const mostExpiring = 50;

/** A credential with what may be read again; each secret is a flag, `…Set`. */
export const Credential = Type.Object({
  ...Told,
  clientId: Id,
  ...credentialPlainFields,
  communitySet: Type.Optional(Type.Boolean()),
  passwordSet: Type.Optional(Type.Boolean()),
  authKeySet: Type.Optional(Type.Boolean()),
  privKeySet: Type.Optional(Type.Boolean()),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});

const CredentialInput = Closed({
  clientId: Id,
  name: Text(100),
  credentialType: TypeOfCredential,
  ...credentialPlainFields,
  ...credentialSecretFields,
  /** As `ExpiresOn`; the screen says what is wrong with another text. */
  expiresOn: Type.Optional(Type.String({ maxLength: 10 })),
});

/** Uses of a kind that are named; `total` counts all that the caller sees. */
export const mostNamedUses = 5;
const Uses = Type.Object({
  total: Type.Integer(),
  names: Type.Array(Type.Object({ id: Id, name: Type.String() }), { maxItems: mostNamedUses }),
});

export const credentialCalls = {
  /** F02-42, F22-05 */
  listCredentials: call({
    method: 'GET',
    path: '/credential',
    summary: 'Credentials of an organization, by name',
    query: Type.Object({ clientId: Id }),
    reply: Type.Array(Type.Object(Told)),
    errors: [],
    permission: 'ORGANIZATION:View',
  }),
  /** Credentials that are used, as far as the caller sees the devices and computers. */
  listCredentialUses: call({
    method: 'GET',
    path: '/credential/use',
    summary: 'Where the credentials of an organization are used',
    query: Type.Object({ clientId: Id }),
    reply: Type.Array(
      Type.Object({
        credentialId: Id,
        /** Devices that are polled with it. */
        devices: Uses,
        vmHosts: Uses,
        /** Computers of a directory on which the agent is to be installed with it. */
        computers: Uses,
        /** Whether the directory of the organization was read with it last. */
        readsDirectory: Type.Boolean(),
      }),
    ),
    errors: [],
    permission: 'ORGANIZATION:View',
  }),
  /** Those that expire within `remindedDays` or have expired, the earliest first. */
  listExpiringCredentials: call({
    method: 'GET',
    path: '/credential/expiring',
    summary: 'Credentials that expire soon or have expired',
    reply: Type.Object({
      items: Type.Array(Type.Object({ ...Told, clientId: Id, clientName: Type.String() }), { maxItems: mostExpiring }),
      total: Type.Integer(),
    }),
    errors: [],
    permission: 'ORGANIZATION:View',
  }),
  readCredential: call({
    method: 'GET',
    path: '/credential/:id',
    summary: 'One credential, without its secrets',
    params: IdParams,
    reply: Credential,
    errors: [],
    permission: 'ORGANIZATION:Update',
  }),
  /** F22-02, F22-03 */
  addCredential: call({
    method: 'POST',
    path: '/credential',
    summary: 'Adds a credential to an organization',
    body: CredentialInput,
    reply: Saved('credential', Credential),
    errors: [],
    permission: 'ORGANIZATION:Update',
    idempotent: true,
    secondFactor: true,
  }),
  /** A secret that is left out stays as it is stored. */
  saveCredential: call({
    method: 'PUT',
    path: '/credential/:id',
    summary: 'Changes a credential',
    params: IdParams,
    body: CredentialInput,
    reply: Saved('credential', Credential),
    errors: ['conflict'],
    revised: Credential,
    permission: 'ORGANIZATION:Update',
    idempotent: true,
    secondFactor: true,
  }),
  removeCredential: call({
    method: 'DELETE',
    path: '/credential/:id',
    summary: 'Removes a credential',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'ORGANIZATION:Update',
    idempotent: true,
    secondFactor: true,
  }),
};
