import type { ticketTemplateCalls } from '#api/contract/ticket-template.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import {
  addTicketTemplate,
  listTicketTemplates,
  readTicketTemplate,
  saveTicketTemplate,
  type TicketTemplateReply,
} from '../ticket-template/ticket-template.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const ticketTemplateHandlers: Handlers<keyof typeof ticketTemplateCalls> = {
  listTicketTemplates: ({ db }) => listTicketTemplates(db),
  readTicketTemplate: ({ db }, { params }) => readTicketTemplate(db, params.id),
  addTicketTemplate: async (context, { body }) => {
    const ticketTemplate = await addTicketTemplate(context, body);
    const { id, name } = ticketTemplate;
    await record(context, 'CREATED', id, `Added the ticket template “${name}”`, auditable(ticketTemplate));
    return { ...done, ticketTemplate, ticketTemplateId: id };
  },
  saveTicketTemplate: async (context, { params, body }) => {
    const before = await readTicketTemplate(context.db, params.id);
    const ticketTemplate = await saveTicketTemplate(context, params.id, body);
    const summary = `Changed the ticket template “${ticketTemplate.name}”`;
    await record(context, 'UPDATED', params.id, summary, changesOf(auditable(before), auditable(ticketTemplate)));
    return { ...done, ticketTemplate };
  },
};

function auditable({ name, content, isDefault, ticketTitleCustomText }: TicketTemplateReply) {
  return { name, content, isDefault, ticketTitleCustomText };
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: string,
  entityId: number,
  summary: string,
  detail?: object,
): Promise<void> {
  const entity = { entityType: 'TICKET_TEMPLATE', entityId, summary };
  await context.audit({ action: `TICKET_TEMPLATE_${what}`, ...entity, ...(detail && { detail: { ...detail } }) });
  await context.announce('ticket-template', [entityId]);
}
