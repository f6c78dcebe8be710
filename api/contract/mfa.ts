import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Done, Id, IdParams, Instant, Nullable, OneOf, Text } from './shapes.ts';

/**
 * Types of second factors (F19-04): a security key or passkey, an authenticator app, and codes by text message. Recovery codes count
 * as codes of the last two.
 */
export const mfaTypes = ['U2F_TOKEN', 'TOTP', 'SMSOTP'] as const;
export type MfaType = (typeof mfaTypes)[number];

/** Maximum characters of what a browser says about a security key, as JSON. */
export const keyAnswerLength = 5000;

const attemptRate = { max: 20, seconds: 60 };

const Credentials = Type.Array(
  Type.Object({
    id: Type.String(),
    type: Type.Literal('public-key'),
    transports: Type.Optional(Type.Array(Type.String())),
  }),
);

/** `PublicKeyCredentialRequestOptions` of WebAuthn, as JSON. */
const ProofOptions = Type.Object({
  challenge: Type.String(),
  rpId: Type.String(),
  timeout: Type.Integer(),
  userVerification: OneOf(['preferred']),
  allowCredentials: Credentials,
});

/** `PublicKeyCredentialCreationOptions` of WebAuthn, as JSON. */
const CreationOptions = Type.Object({
  challenge: Type.String(),
  rp: Type.Object({ name: Type.String(), id: Type.String() }),
  user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
  pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer(), type: Type.Literal('public-key') })),
  timeout: Type.Integer(),
  excludeCredentials: Credentials,
  authenticatorSelection: Type.Object({
    residentKey: OneOf(['preferred']),
    userVerification: OneOf(['preferred']),
    requireResidentKey: Type.Boolean(),
  }),
  attestation: OneOf(['none']),
});

export const SecurityKey = Type.Object({
  id: Id,
  name: Type.String(),
  createdAt: Instant,
  lastUsedAt: Nullable(Instant),
});

/** A code was sent by text message. */
const SentCode = Type.Object({
  resultCode: Type.Literal('SUCCESS'),
  /** The last digits of the number. */
  ending: Type.String(),
  /** Seconds until another code may be asked for, and for which this one is valid. */
  resendSeconds: Type.Integer(),
  validSeconds: Type.Integer(),
});
const sendErrors = ['sms_gateway_missing', 'text_messages_exhausted', 'text_message_failed'] as const;

export const mfaCalls = {
  /** Of a pending sign-in, or of the session for a step-up. The code works once, for five minutes; a new one replaces it. */
  sendTextCode: call({
    method: 'POST',
    path: '/session/mfa/text-message',
    summary: 'Sends a code by text message for `confirmSignIn`',
    reply: SentCode,
    errors: [...sendErrors, 'no_phone_number', 'mfa_expired'],
    permission: 'public',
    rate: attemptRate,
    sessionOnly: true,
    ownTransactions: true,
  }),
  beginTextPhone: call({
    method: 'POST',
    path: '/profile/text-messages',
    summary: 'Sends a code to a phone number that the signed-in user sets up',
    body: Closed({ phone: Text(30) }),
    reply: SentCode,
    errors: [...sendErrors],
    permission: 'session',
    rate: attemptRate,
    stepUp: true,
    ownTransactions: true,
  }),
  /** Revokes the user's other sessions. */
  confirmTextPhone: call({
    method: 'PUT',
    path: '/profile/text-messages',
    summary: 'Sets up codes by text message; answers with recovery codes unless the user has some',
    body: Closed({ code: Text(64) }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), recoveryCodes: Type.Array(Type.String()) }),
    errors: ['INCORRECT_MFA_CODE'],
    permission: 'session',
    rate: attemptRate,
    stepUp: true,
  }),
  /** Revokes the user's other sessions. */
  removeTextPhone: call({
    method: 'DELETE',
    path: '/profile/text-messages',
    summary: 'Removes codes by text message',
    reply: Done,
    errors: ['no_phone_number'],
    permission: 'session',
    stepUp: true,
  }),
  /** Of a pending sign-in, or of the session for a step-up. A challenge works once, for five minutes; a new one replaces it. */
  beginSecurityKeyProof: call({
    method: 'POST',
    path: '/session/mfa/security-key',
    summary: 'Makes a challenge that a security key signs for `confirmSignIn`',
    reply: ProofOptions,
    errors: ['no_security_key', 'security_keys_unavailable', 'mfa_expired'],
    permission: 'public',
    rate: attemptRate,
    sessionOnly: true,
  }),
  listSecurityKeys: call({
    method: 'GET',
    path: '/profile/security-keys',
    summary: 'Security keys and passkeys of the signed-in user',
    reply: Type.Array(SecurityKey),
    errors: [],
    permission: 'session',
    sessionOnly: true,
  }),
  beginSecurityKey: call({
    method: 'POST',
    path: '/profile/security-keys/options',
    summary: 'Makes a challenge with which a browser sets up a security key',
    reply: CreationOptions,
    errors: ['security_keys_unavailable', 'too_many_security_keys'],
    permission: 'session',
    rate: attemptRate,
    stepUp: true,
  }),
  /** Revokes the user's other sessions. */
  addSecurityKey: call({
    method: 'POST',
    path: '/profile/security-keys',
    summary: 'Adds a security key; answers with recovery codes unless the user has some',
    body: Closed({
      name: Text(200),
      /** `RegistrationResponse` of WebAuthn, as JSON. */
      response: Text(keyAnswerLength),
    }),
    reply: Type.Object({ resultCode: Type.Literal('SUCCESS'), recoveryCodes: Type.Array(Type.String()) }),
    errors: ['security_key_refused', 'too_many_security_keys', 'security_keys_unavailable'],
    permission: 'session',
    rate: attemptRate,
    stepUp: true,
  }),
  /** Revokes the user's other sessions. */
  removeSecurityKey: call({
    method: 'DELETE',
    path: '/profile/security-keys/:id',
    summary: 'Removes a security key of the signed-in user',
    params: IdParams,
    reply: Done,
    errors: [],
    permission: 'session',
    stepUp: true,
  }),
};
