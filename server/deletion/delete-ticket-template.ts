import { eq } from 'drizzle-orm';
import type { CallContext, WriteContext } from '../context.ts';
import { ticketTemplate } from '../database/schema/ticket-template.ts';
import { Refused } from '../refused.ts';
import { lockTicketTemplate, readTicketTemplate } from '../ticket-template/ticket-template.ts';
import { addDeletion, type Deleted, type Plan } from './add-deletion.ts';
import { planDeletion } from './plan.ts';

/** @throws Refused `not_found` */
export async function planTicketTemplate(context: Pick<CallContext, 'db' | 'actor'>, id: number): Promise<Plan> {
  const { name } = await readTicketTemplate(context.db, id);
  return planDeletion(context, { name, scope: { ticketTemplateId: id }, seesNodes: true });
}

/** @throws Refused `not_found`, `cannot_delete_default_ticket_template` (F10-11, F10-20) */
export async function deleteTicketTemplate(context: WriteContext, id: number): Promise<Deleted> {
  const { db } = context;
  const { name, isDefault } = await lockTicketTemplate(db, id);
  if (isDefault) throw new Refused('cannot_delete_default_ticket_template');
  const marked = await addDeletion(context, 'TICKET_TEMPLATE', name);
  await db.update(ticketTemplate).set({ deletionId: marked.deletionId }).where(eq(ticketTemplate.id, id));
  const summary = `Deleted the ticket template “${name}”`;
  await context.audit({ action: 'TICKET_TEMPLATE_DELETED', entityType: 'TICKET_TEMPLATE', entityId: id, summary });
  await context.announce('ticket-template', [id]);
  return marked;
}
