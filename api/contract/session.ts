import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Saved, Text } from './shapes.ts';

/** The signed-in user as the console needs it. `permissions` are `ENTITY:Name`; a sysadmin passes every check. */
export const Me = Type.Object({
  id: Id,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  sysadmin: Type.Boolean(),
  permissions: Type.Array(Type.String()),
  language: Type.String(),
  timeZoneId: Type.String(),
  theme: Type.Union([Type.Literal('light'), Type.Literal('dark'), Type.Literal('auto')]),
  totpEnabled: Type.Boolean(),
  userInactivityTimeout: Type.Integer(),
  divisionName: Type.String(),
  version: Type.String(),
  /** The gallery is off in production unless asked for. */
  gallery: Type.Boolean(),
});

const loginRate = { max: 20, seconds: 60 };

export const sessionCalls = {
  readSetup: call({
    method: 'GET', path: '/setup', summary: 'Whether the first administrator is still to be made; 404 afterwards',
    reply: Type.Object({ open: Type.Literal(true) }), errors: [], permission: 'public',
  }),
  /** First administrator (issue 2 §3); the door is gone afterwards. Signs in at once. */
  setUp: call({
    method: 'POST', path: '/setup', summary: 'Makes the first administrator and the division',
    body: Closed({ token: Text(200), email: Text(254), password: Text(1024), firstName: Text(), lastName: Text(), divisionName: Text() }),
    reply: Saved('user', Me), errors: ['setup_token_incorrect', 'password_too_weak'], permission: 'public', idempotent: true, rate: loginRate,
  }),
  readSession: call({
    method: 'GET', path: '/session', summary: 'The signed-in user', reply: Me, errors: [], permission: 'session',
  }),
  /** With a second factor enrolled it answers `MFA_REQUIRED` and sets a short-lived cookie for `confirmSignIn`. */
  signIn: call({
    method: 'POST', path: '/session', summary: 'Signs in',
    body: Closed({ email: Text(254), password: Text(1024) }),
    reply: Saved('user', Me), errors: ['incorrect_credentials', 'account_disabled', 'MFA_REQUIRED'], permission: 'public', rate: loginRate,
  }),
  confirmSignIn: call({
    method: 'POST', path: '/session/mfa', summary: 'Ends a sign-in with a TOTP code or a recovery code',
    body: Closed({ code: Text(64) }),
    reply: Saved('user', Me), errors: ['INCORRECT_MFA_CODE', 'mfa_expired', 'account_disabled'], permission: 'public', rate: loginRate,
  }),
  /** C16-02 */
  signOut: call({
    method: 'DELETE', path: '/session', summary: 'Signs out, here or everywhere',
    body: Closed({ fromAllSessions: Type.Optional(Type.Boolean()) }),
    reply: Done, errors: [], permission: 'session',
  }),
  listSessions: call({
    method: 'GET', path: '/session/list', summary: 'The sessions of the signed-in user',
    reply: Type.Array(Type.Object({ id: Id, current: Type.Boolean(), createdAt: Instant, lastSeenAt: Instant, ip: Type.String(), userAgent: Type.String() })),
    errors: [], permission: 'session',
  }),
  endSession: call({
    method: 'DELETE', path: '/session/:id', summary: 'Ends one session of the signed-in user', params: IdParams,
    reply: Done, errors: [], permission: 'session',
  }),
  /** A new user chooses a password with the link that the administrator passed on. */
  activate: call({
    method: 'POST', path: '/activation', summary: 'Chooses the first password of an invited user and signs in',
    body: Closed({ token: Text(200), password: Text(1024) }),
    reply: Saved('user', Me), errors: ['activation_link_incorrect', 'password_too_weak'], permission: 'public', idempotent: true, rate: loginRate,
  }),
  saveProfile: call({
    method: 'PUT', path: '/profile', summary: 'Changes the signed-in user’s own profile',
    body: Closed({
      firstName: Type.Optional(Text()), lastName: Type.Optional(Text()), language: Type.Optional(Text(10)), timeZoneId: Type.Optional(Text(100)),
      theme: Type.Optional(Me.properties.theme),
    }),
    reply: Saved('user', Me), errors: [], permission: 'session',
  }),
  /** Ends every other session and socket of the user at once. */
  changePassword: call({
    method: 'PUT', path: '/profile/password', summary: 'Changes the signed-in user’s password',
    body: Closed({ currentPassword: Text(1024), newPassword: Text(1024) }),
    reply: Done, errors: ['incorrect_password', 'password_too_weak'], permission: 'session', rate: loginRate,
  }),
  beginTotp: call({
    method: 'POST', path: '/profile/totp', summary: 'Begins TOTP enrolment', body: Closed({ password: Text(1024) }),
    reply: Type.Object({ secret: Type.String(), uri: Type.String(), qrSvg: Type.String() }),
    errors: ['totp_already_enabled', 'incorrect_password'], permission: 'session', rate: loginRate,
  }),
  confirmTotp: call({
    method: 'PUT', path: '/profile/totp', summary: 'Ends TOTP enrolment; answers with the one-time recovery codes',
    body: Closed({ code: Text(64) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), recoveryCodes: Type.Array(Type.String()) }),
    errors: ['INCORRECT_MFA_CODE', 'totp_already_enabled', 'totp_not_enabled'], permission: 'session', rate: loginRate,
  }),
  removeTotp: call({
    method: 'DELETE', path: '/profile/totp', summary: 'Removes the second factor', body: Closed({ password: Text(1024) }),
    reply: Done, errors: ['incorrect_password', 'totp_not_enabled'], permission: 'session', rate: loginRate,
  }),
};

