import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { and, asc, eq } from 'drizzle-orm';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import type { SecurityKey } from '#api/contract/mfa.ts';
import { signedIn } from '../access/signed-in.ts';
import type { CallContext, WriteContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { division } from '../database/schema/organizations.ts';
import { recoveryCode, securityKey, session } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { requireAnswers } from '../require-fields.ts';
import { CHALLENGE_MS, keepChallenge, relyingParty, takeChallenge } from './key-challenge.ts';
import { Base64url, readJson } from './key-proof.ts';
import { countKeys, readMethods } from './mfa-methods.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { lockUser } from './save-user.ts';
import { dropUnusedCodes, recordChange } from './second-factor.ts';

const MOST_KEYS = 20;

export async function listSecurityKeys(db: Queries, userId: number): Promise<Static<typeof SecurityKey>[]> {
  const rows = await db
    .select()
    .from(securityKey)
    .where(eq(securityKey.userId, userId))
    .orderBy(asc(securityKey.createdAt), asc(securityKey.id));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}

/** Makes the challenge with which the browser sets up a key. @throws Refused `security_keys_unavailable`, `too_many_security_keys` */
export async function beginSecurityKey(context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>) {
  const { db, now, services } = context;
  const { userId, sessionId } = sessionOf(context);
  const { rpId } = relyingParty(services.settings.publicUrl);
  const user = await lockUser(db, userId);
  const keys = await db.select().from(securityKey).where(eq(securityKey.userId, userId)).orderBy(securityKey.id);
  if (keys.length >= MOST_KEYS) throw new Refused('too_many_security_keys');
  const [own] = await db.select({ name: division.name }).from(division).where(eq(division.id, 1));
  const options = await generateRegistrationOptions({
    rpName: own ? `Cairn ${own.name}` : 'Cairn',
    rpID: rpId,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    // The same for each key of this user, as WebAuthn asks, and nobody's name.
    userID: new TextEncoder().encode(user.uid),
    attestationType: 'none',
  });
  await keepChallenge(db, { sessionId }, options.challenge, now);
  const { name } = options.rp;
  return {
    challenge: options.challenge,
    rp: { name, id: rpId },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout: CHALLENGE_MS,
    excludeCredentials: keys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    })),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      userVerification: 'preferred' as const,
      requireResidentKey: false,
    },
    attestation: 'none' as const,
  };
}

const Attestation = Type.Object({
  id: Base64url,
  response: Type.Object({
    clientDataJSON: Base64url,
    attestationObject: Base64url,
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 30 }), { maxItems: 10 })),
  }),
});
const attestation = Compile(Attestation);

/**
 * Stores a key that signed this session's challenge, and revokes the user's other sessions. Returns recovery codes, unless the
 * user has some. @throws Refused `security_key_refused`, `too_many_security_keys`
 */
export async function addSecurityKey(
  context: WriteContext & Pick<CallContext, 'log'>,
  { name, response }: { name: string; response: string },
): Promise<string[]> {
  const { db, now, services } = context;
  const { userId, sessionId } = sessionOf(context);
  requireAnswers(services.screens.check('security-key', 'name', { name }));
  await lockUser(db, userId);
  if ((await countKeys(db, userId)) >= MOST_KEYS) throw new Refused('too_many_security_keys');
  const key = await readNewKey(context, sessionId, response);
  const stored = await db
    .insert(securityKey)
    .values({ ...key, userId, name: name.trim(), createdAt: now })
    .onConflictDoNothing()
    .returning({ id: securityKey.id });
  if (stored.length === 0) throw new Refused('security_key_refused', { keep: true });
  // Its owner has just used it.
  await db.update(session).set({ mfaAt: now }).where(eq(session.id, sessionId));
  await recordChange(context, 'SECURITY_KEY_ADDED', `Added the security key ${name.trim()}`);
  const hasCodes = (await db.$count(recoveryCode, eq(recoveryCode.userId, userId))) > 0;
  return hasCodes ? [] : renewRecoveryCodes(db, userId);
}

async function readNewKey(
  { db, now, services, log }: Pick<CallContext, 'db' | 'services' | 'now' | 'log'>,
  sessionId: number,
  response: string,
) {
  const said = readJson(response);
  const expectedChallenge = await takeChallenge(db, { sessionId }, now);
  const refused = new Refused('security_key_refused', { keep: true });
  if (!attestation.Check(said) || expectedChallenge === undefined) throw refused;
  const { rpId, origin } = relyingParty(services.settings.publicUrl);
  const { clientDataJSON, attestationObject, transports = [] } = said.response;
  const verified = await verifyRegistrationResponse({
    response: {
      id: said.id,
      rawId: said.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject },
    },
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: false,
  }).catch((error: unknown) => {
    log.info({ err: error }, 'a new security key was refused');
    return undefined;
  });
  if (!verified?.verified) throw refused;
  const { credential } = verified.registrationInfo;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: [...transports],
  };
}

/** Removes a key of the caller and revokes their other sessions. @throws Refused `not_found` */
export async function removeSecurityKey(context: WriteContext, id: number): Promise<void> {
  const { db } = context;
  const user = await lockUser(db, signedIn(context.actor).userId);
  const [removed] = await db
    .delete(securityKey)
    .where(and(eq(securityKey.id, id), eq(securityKey.userId, user.id)))
    .returning({ name: securityKey.name });
  if (!removed) throw new Refused('not_found');
  await dropUnusedCodes(db, user.id, await readMethods(db, user));
  await recordChange(context, 'SECURITY_KEY_REMOVED', `Removed the security key ${removed.name}`);
}

function sessionOf({ actor }: Pick<CallContext, 'actor'>): { userId: number; sessionId: number } {
  const { userId, sessionId } = signedIn(actor);
  if (sessionId === undefined) throw new Refused('api_key_refused');
  return { userId, sessionId };
}
