import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import { and, eq } from 'drizzle-orm';
import { Type, type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { keyAnswerLength } from '#api/contract/mfa.ts';
import type { CallContext } from '../context.ts';
import { securityKey } from '../database/schema/users.ts';
import { Refused } from '../refused.ts';
import { askedProof } from './asked-proof.ts';
import { CHALLENGE_MS, keepChallenge, relyingParty, takeChallenge, type ChallengeHolder } from './key-challenge.ts';

export const Base64url = Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength: keyAnswerLength });

const Assertion = Type.Object({
  id: Base64url,
  response: Type.Object({
    clientDataJSON: Base64url,
    authenticatorData: Base64url,
    signature: Base64url,
  }),
});
const assertion = Compile(Assertion);

/** Makes the challenge of a pending sign-in, or of the session. @throws Refused `mfa_expired`, `no_security_key`, `security_keys_unavailable` */
export async function beginKeyProof(context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now' | 'cookies'>) {
  const { db, now, services } = context;
  const asked = await askedProof(context);
  if (!asked) throw new Refused('mfa_expired');
  const keys = await db.select().from(securityKey).where(eq(securityKey.userId, asked.userId)).orderBy(securityKey.id);
  if (keys.length === 0) throw new Refused('no_security_key');
  const { rpId } = relyingParty(services.settings.publicUrl);
  const { challenge } = await generateAuthenticationOptions({ rpID: rpId });
  await keepChallenge(db, asked.holder, challenge, now);
  return {
    challenge,
    rpId,
    timeout: CHALLENGE_MS,
    userVerification: 'preferred' as const,
    allowCredentials: keys.map(({ credentialId, transports }) => ({
      id: credentialId,
      type: 'public-key' as const,
      transports,
    })),
  };
}

/**
 * Whether a key of this user signed the holder's challenge for this installation. The challenge is used up either way.
 * @throws Refused `bad_u2f_input_format` (F19-03) for what no browser says
 */
export async function takeKeyProof(
  { db, now, services, log }: Pick<CallContext, 'db' | 'services' | 'now' | 'log'>,
  userId: number,
  holder: ChallengeHolder,
  code: string,
): Promise<boolean> {
  const said = readAssertion(code);
  const expectedChallenge = await takeChallenge(db, holder, now);
  const [key] = await db
    .select()
    .from(securityKey)
    .where(and(eq(securityKey.credentialId, said.id), eq(securityKey.userId, userId)))
    .for('update');
  if (!key || expectedChallenge === undefined) return false;
  const { rpId, origin } = relyingParty(services.settings.publicUrl);
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...said, rawId: said.id, type: 'public-key', clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      // A password was asked for before: a touch is enough.
      requireUserVerification: false,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
        counter: key.counter,
        transports: key.transports,
      },
    });
    if (!verified) return false;
    await db
      .update(securityKey)
      .set({ counter: authenticationInfo.newCounter, lastUsedAt: now })
      .where(eq(securityKey.id, key.id));
    return true;
  } catch (error) {
    log.info({ err: error }, 'the proof of a security key was refused');
    return false;
  }
}

function readAssertion(code: string): Static<typeof Assertion> {
  const said = readJson(code);
  if (!assertion.Check(said)) throw new Refused('bad_u2f_input_format', { keep: true });
  const { id, response } = said;
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature } };
}

/** Undefined for what is no JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
