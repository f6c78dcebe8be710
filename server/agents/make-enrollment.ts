import { lt } from 'drizzle-orm';
import { hashToken, newToken } from '../accounts/tokens.ts';
import type { Queries } from '../database/database.ts';
import { agentEnrollment } from '../database/schema/agents.ts';

export const LIFETIME_DAYS = 7;

interface NewToken {
  /** Left out for the agent of a server's own machine, whose place an administrator chooses later. */
  place?: { organizationId: number; locationId: number };
  createdBy?: number;
  /** Computers that may enrol. */
  uses?: number;
  days?: number;
}

/** Makes an enrolment token. Only its hash is stored. */
export async function makeEnrollment(
  db: Queries,
  { place, createdBy, uses = 1, days = LIFETIME_DAYS }: NewToken,
  now: Date,
): Promise<{ id: number; token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + days * 86_400_000);
  await db.delete(agentEnrollment).where(lt(agentEnrollment.expiresAt, now));
  const [row] = await db
    .insert(agentEnrollment)
    .values({ ...place, createdBy, uses, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .returning({ id: agentEnrollment.id });
  if (!row) throw new Error('The enrolment token was not stored');
  return { id: row.id, token, expiresAt };
}
