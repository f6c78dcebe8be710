import { Type } from 'typebox';
import { call } from './call.ts';
import { CustomFields, CustomInput } from './custom-fields.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, Revision, Text } from './shapes.ts';

const TicketCrud = Type.Union([
  Type.Literal('READ'),
  Type.Literal('CREATE'),
  Type.Literal('UPDATE'),
  Type.Literal('DELETE'),
]);
const Notification = Type.Object({ email: Type.Boolean() });
/** C16-05 */
export const UserContent = Type.Object({
  permissions: Type.Object({ ticketCrud: Type.Array(TicketCrud) }),
  runOnlyScriptCategories: Type.Array(Id),
  userInactivityTimeout: Type.Integer(),
  notification: Notification,
});
/** A permission held everywhere, or for one entity (an organization, a policy …). */
export const Grant = Type.Object({ permission: Type.String(), entityId: Nullable(Id) });
/** C16-04 */
export const User = Type.Object({
  id: Id,
  uid: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  sysadmin: Type.Boolean(),
  userType: Type.Union([Type.Literal('TECHNICIAN'), Type.Literal('END_USER')]),
  enabled: Type.Boolean(),
  activated: Type.Boolean(),
  totpEnabled: Type.Boolean(),
  /** Whether codes by text message are set up. */
  textMessages: Type.Boolean(),
  /** How many security keys and passkeys the user has. */
  securityKeys: Type.Integer(),
  lastSignInAt: Nullable(Instant),
  content: UserContent,
  grants: Type.Array(Grant),
  custom: CustomFields('user'),
  revision: Revision,
});
const UserInput = Closed({
  firstName: Text(),
  lastName: Text(),
  email: Text(254),
  sysadmin: Type.Optional(Type.Boolean()),
  enabled: Type.Optional(Type.Boolean()),
  userType: Type.Optional(User.properties.userType),
  userInactivityTimeout: Type.Optional(Type.Integer()),
  /** Omitted fields keep their value. */
  content: Type.Optional(
    Closed({
      permissions: Type.Optional(Closed({ ticketCrud: Type.Array(TicketCrud, { maxItems: 10 }) })),
      runOnlyScriptCategories: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
      notification: Type.Optional(Closed({ email: Type.Boolean() })),
    }),
  ),
  grants: Type.Optional(
    Type.Array(Closed({ permission: Text(100), entityId: Type.Optional(Nullable(Id)) }), { maxItems: 1000 }),
  ),
  custom: Type.Optional(CustomInput('user')),
});
/** `activationLink` is shown once, and mailed if a mail server is configured. */
const SavedUser = Type.Object({
  resultCode: Type.Literal('SUCCESS'),
  appuser: User,
  activationLink: Type.Optional(Type.String()),
});

export const ApiKeyPair = Type.Object({
  id: Id,
  name: Type.String(),
  keyId: Type.String(),
  scope: Type.Union([Type.Literal('read'), Type.Literal('write')]),
  createdAt: Instant,
  expiresAt: Instant,
  lastUsedAt: Nullable(Instant),
});
export const OwnedApiKeyPair = Type.Object({
  ...ApiKeyPair.properties,
  owner: Type.Object({ id: Id, name: Type.String(), email: Type.String(), sysadmin: Type.Boolean() }),
});

export const userCalls = {
  /** C16-08 */
  listUsers: call({
    method: 'GET',
    path: '/appuser',
    summary: 'Users',
    query: Type.Object({ userType: Type.Optional(User.properties.userType) }),
    reply: Type.Array(User),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  readUser: call({
    method: 'GET',
    path: '/appuser/:id',
    summary: 'One user',
    params: IdParams,
    reply: User,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  addUser: call({
    method: 'POST',
    path: '/appuser',
    summary: 'Adds a user',
    body: UserInput,
    bodyBytes: 256 * 1024,
    reply: SavedUser,
    errors: ['EMAIL_ALREADY_IN_USE'],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  saveUser: call({
    method: 'PUT',
    path: '/appuser/:id',
    summary: 'Changes a user',
    params: IdParams,
    body: UserInput,
    bodyBytes: 256 * 1024,
    reply: SavedUser,
    errors: ['EMAIL_ALREADY_IN_USE', 'last_sysadmin', 'conflict'],
    revised: User,
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  inviteUser: call({
    method: 'POST',
    path: '/appuser/:id/activation',
    summary: 'Makes a new activation link (also to reset a password)',
    params: IdParams,
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), activationLink: Type.String(), mailed: Type.Boolean() }),
    errors: ['cannot_reset_own_account'],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  resetSecondFactor: call({
    method: 'DELETE',
    path: '/appuser/:id/totp',
    summary: 'Removes the second factor of a user who lost it',
    params: IdParams,
    reply: Done,
    errors: ['cannot_reset_own_account', 'totp_not_enabled'],
    permission: 'sysadmin',
    idempotent: true,
    stepUp: true,
  }),
  /** API keys (C16-06). Only the reply of the creating call contains the secret. */
  listApiKeys: call({
    method: 'GET',
    path: '/apikeypair',
    summary: 'API keys of the signed-in user',
    reply: Type.Array(ApiKeyPair),
    errors: [],
    permission: 'session',
    sessionOnly: true,
  }),
  addApiKey: call({
    method: 'POST',
    path: '/apikeypair',
    summary: 'Makes an API key',
    body: Closed({
      name: Text(),
      scope: ApiKeyPair.properties.scope,
      expiresInDays: Type.Integer({ minimum: 1, maximum: 366 }),
    }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), apikeypair: ApiKeyPair, secret: Type.String() }),
    errors: [],
    permission: 'session',
    idempotent: true,
    stepUp: true,
  }),
  removeApiKey: call({
    method: 'DELETE',
    path: '/apikeypair/:id',
    summary: 'Ends an API key',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'session',
    sessionOnly: true,
  }),
  listEveryApiKey: call({
    method: 'GET',
    path: '/apikeypair/all',
    summary: 'API keys of every user',
    reply: Type.Array(OwnedApiKeyPair),
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
  /** Requires no step-up, because it only revokes: a leaked key must be easy to end. */
  revokeApiKey: call({
    method: 'DELETE',
    path: '/apikeypair/all/:id',
    summary: 'Ends an API key of any user',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'sysadmin',
    sessionOnly: true,
  }),
};
