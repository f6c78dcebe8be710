import { asc, eq, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { policy } from '../database/schema/policy.ts';
import { Refused } from '../refused.ts';
import { requireAnswers } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';

export type PolicyReply = ReplyOf<Catalogue['readPolicy']>;
type Input = BodyOf<Catalogue['addPolicy']>;

export async function listPolicies(db: Queries): Promise<PolicyReply[]> {
  const rows = await db
    .select()
    .from(policy)
    .orderBy(sql`lower(${policy.name})`, asc(policy.id));
  return rows.map(toReply);
}

/** @throws Refused `not_found` */
export async function readPolicy(db: Queries, id: number): Promise<PolicyReply> {
  const [row] = await db.select().from(policy).where(eq(policy.id, id));
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** @throws Refused `invalid_input` */
export async function addPolicy(context: CallContext, body: Input): Promise<PolicyReply> {
  const { db, now } = context;
  const input = checkInput(context, body);
  const [row] = await db
    .insert(policy)
    .values({ ...input, createdAt: now, updatedAt: now })
    .returning();
  if (!row) throw new Error('The policy was not stored');
  return toReply(row);
}

/** @throws Refused `not_found`, `conflict`, `invalid_input` */
export async function savePolicy(context: CallContext, id: number, body: Input): Promise<PolicyReply> {
  const { db, now } = context;
  const [stored] = await db.select().from(policy).where(eq(policy.id, id)).for('no key update');
  if (!stored) throw new Refused('not_found');
  const { revision } = stored;
  await requireRevision(context, { entityType: 'POLICY', id, revision, current: async () => toReply(stored) });
  const [row] = await db
    .update(policy)
    .set({ ...checkInput(context, body), revision: nextRevision(policy.revision), updatedAt: now })
    .where(eq(policy.id, id))
    .returning();
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** Returns its name. @throws Refused `not_found` */
export async function removePolicy(db: Queries, id: number): Promise<string> {
  const [row] = await db.delete(policy).where(eq(policy.id, id)).returning({ name: policy.name });
  if (!row) throw new Refused('not_found');
  return row.name;
}

/** Judges the body by the screen of the flow `policy`. @throws Refused `invalid_input` */
function checkInput({ services }: CallContext, { name, notes = '' }: Input) {
  const input = { name: name.trim(), notes: notes.trim() };
  requireAnswers(services.screens.check('policy', 'details', input));
  return input;
}

function toReply({ createdAt, updatedAt, ...row }: typeof policy.$inferSelect): PolicyReply {
  return { ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
