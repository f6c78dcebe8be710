import { eq, sql } from 'drizzle-orm';
import type { BodyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { Queries } from '../database/database.ts';
import { notificationChannel } from '../database/schema/notifications.ts';
import { requireFields } from '../require-fields.ts';
import { nextRevision } from '../revision.ts';

const names = ['repeatMinutes', 'escalateMinutes', 'escalateChannelId'] as const;
type Rules = Pick<typeof notificationChannel.$inferSelect, (typeof names)[number]>;

/** What a channel does while nobody acknowledges: as stored, where the body leaves it out. */
export function rulesOf(body: BodyOf<Catalogue['addNotificationChannel']>, stored?: Rules): Rules {
  const rule = (name: (typeof names)[number]) => (body[name] === undefined ? (stored?.[name] ?? null) : body[name]);
  return {
    repeatMinutes: rule('repeatMinutes'),
    escalateMinutes: rule('escalateMinutes'),
    escalateChannelId: rule('escalateChannelId'),
  };
}

/** The rules as the screen asks them: an empty field has no answer. */
export function rulesAsked(rules: Rules): Partial<Rules> {
  return Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== null));
}

/** @throws Refused `invalid_input` unless alerts escalate to another channel, which stays until the rule is stored */
export async function requireTarget(db: Queries, { escalateChannelId: target }: Rules, own?: number): Promise<void> {
  if (target === null) return;
  const at = '/escalateChannelId';
  requireFields({ [at]: target === own ? 'Choose another channel than this one.' : undefined });
  const found = await db
    .select({ id: notificationChannel.id })
    .from(notificationChannel)
    .where(eq(notificationChannel.id, target))
    .for('key share');
  requireFields({ [at]: found.length === 0 ? 'This channel is gone. Choose another.' : undefined });
}

/** Ends the rules that escalated to a channel that is gone: its foreign key has taken their target. */
export async function endTargetless(db: Queries): Promise<void> {
  await db
    .update(notificationChannel)
    .set({ escalateMinutes: null, revision: nextRevision(notificationChannel.revision) })
    .where(sql`escalate_channel_id is null and escalate_minutes is not null`);
}
