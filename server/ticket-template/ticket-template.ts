import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm';
import type { BodyOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import type { CallContext } from '../context.ts';
import type { Queries } from '../database/database.ts';
import { ticketTemplate } from '../database/schema/ticket-template.ts';
import { violatedIndex } from '../database/violations.ts';
import { Refused } from '../refused.ts';
import { requireAnswers, requireFields } from '../require-fields.ts';
import { nextRevision, requireRevision } from '../revision.ts';

export type TicketTemplateReply = ReplyOf<Catalogue['readTicketTemplate']>;
type Row = typeof ticketTemplate.$inferSelect;
type Input = BodyOf<Catalogue['addTicketTemplate']>;

/** Without those that are marked for deletion. */
const stands = isNull(ticketTemplate.deletionId);

export async function listTicketTemplates(db: Queries): Promise<TicketTemplateReply[]> {
  const rows = await db
    .select()
    .from(ticketTemplate)
    .where(stands)
    .orderBy(sql`lower(${ticketTemplate.name})`, asc(ticketTemplate.id));
  return rows.map(toReply);
}

/** @throws Refused `not_found` */
export async function readTicketTemplate(db: Queries, id: number): Promise<TicketTemplateReply> {
  const [row] = await db
    .select()
    .from(ticketTemplate)
    .where(and(eq(ticketTemplate.id, id), stands));
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** The only template is the default (F21-29). @throws Refused `invalid_input`, `ticket_template_name_in_use` */
export async function addTicketTemplate(
  context: Pick<CallContext, 'db' | 'services' | 'now'>,
  body: Input,
): Promise<TicketTemplateReply> {
  const { db, now } = context;
  const input = checkInput(context, body);
  await lockTicketTemplates(db);
  const [other] = await db.select({ id: ticketTemplate.id }).from(ticketTemplate).where(stands).limit(1);
  const isDefault = input.isDefault || other === undefined;
  if (isDefault) await replaceDefault(db);
  const row = await uniquelyNamed(async () => {
    const values = { ...input, isDefault, createdAt: now, updatedAt: now };
    const [added] = await db.insert(ticketTemplate).values(values).returning();
    return added;
  });
  if (!row) throw new Error('The ticket template was not stored');
  return toReply(row);
}

/** @throws Refused `not_found`, `conflict`, `invalid_input`, `ticket_template_name_in_use` */
export async function saveTicketTemplate(
  context: Pick<CallContext, 'db' | 'services' | 'now' | 'expectedRevision'>,
  id: number,
  body: Input,
): Promise<TicketTemplateReply> {
  const { db, now } = context;
  const input = checkInput(context, body);
  const stored = await lockTicketTemplate(db, id);
  const { revision } = stored;
  await requireRevision(context, { entityType: 'TICKET_TEMPLATE', id, revision, current: async () => toReply(stored) });
  requireFields({
    '/isDefault': stored.isDefault && !input.isDefault ? 'Make another template the default instead.' : undefined,
  });
  if (input.isDefault) await replaceDefault(db, id);
  const row = await uniquelyNamed(async () => {
    const values = { ...input, revision: nextRevision(ticketTemplate.revision), updatedAt: now };
    const [saved] = await db.update(ticketTemplate).set(values).where(eq(ticketTemplate.id, id)).returning();
    return saved;
  });
  if (!row) throw new Refused('not_found');
  return toReply(row);
}

/** Its row; no other template becomes the default, or is deleted, until the transaction ends. @throws Refused `not_found` */
export async function lockTicketTemplate(db: Queries, id: number): Promise<Row> {
  await lockTicketTemplates(db);
  const [row] = await db
    .select()
    .from(ticketTemplate)
    .where(and(eq(ticketTemplate.id, id), stands))
    .for('update');
  if (!row) throw new Refused('not_found');
  return row;
}

async function lockTicketTemplates(db: Queries): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('cairn.ticket-templates'))`);
}

/** The default before is none any more. */
async function replaceDefault(db: Queries, id = 0): Promise<void> {
  await db
    .update(ticketTemplate)
    .set({ isDefault: false, revision: nextRevision(ticketTemplate.revision) })
    .where(and(ticketTemplate.isDefault, ne(ticketTemplate.id, id)));
}

/** Judges the body by the screen of the flow `ticket-template`. @throws Refused `invalid_input` */
function checkInput({ services }: Pick<CallContext, 'services'>, body: Input) {
  const { name, content = '', isDefault = false, ticketTitleCustomText = '' } = body;
  const input = {
    name: name.trim(),
    content: content.trim(),
    isDefault,
    ticketTitleCustomText: ticketTitleCustomText.trim(),
  };
  requireAnswers(services.screens.check('ticket-template', 'details', input));
  return input;
}

async function uniquelyNamed<Result>(store: () => Promise<Result>): Promise<Result> {
  try {
    return await store();
  } catch (error) {
    if (violatedIndex(error) !== 'ticket_template_name') throw error;
    throw new Refused('ticket_template_name_in_use', {
      fields: { '/name': 'Another ticket template has this name.' },
      cause: error,
    });
  }
}

function toReply(row: Row): TicketTemplateReply {
  const { id, name, content, isDefault, ticketTitleCustomText, revision, createdAt, updatedAt } = row;
  const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
  return { id, name, content, isDefault, ticketTitleCustomText, revision, ...times };
}
