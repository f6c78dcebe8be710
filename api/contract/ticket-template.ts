import { Type } from 'typebox';
import { call } from './call.ts';
import { Closed, Id, IdParams, Instant, Revision, Saved, Text } from './shapes.ts';

/** F21-08 */
export const TicketTemplate = Type.Object({
  id: Id,
  name: Type.String(),
  /** The body of a ticket. */
  content: Type.String(),
  /** One template is the default while there are some. */
  isDefault: Type.Boolean(),
  /** Goes into the title of a ticket. */
  ticketTitleCustomText: Type.String(),
  revision: Revision,
  createdAt: Instant,
  updatedAt: Instant,
});
const TicketTemplateInput = Closed({
  name: Text(100),
  content: Type.Optional(Text(4000)),
  isDefault: Type.Optional(Type.Boolean()),
  ticketTitleCustomText: Type.Optional(Text(200)),
});

export const ticketTemplateCalls = {
  listTicketTemplates: call({
    method: 'GET',
    path: '/tickettemplate',
    summary: 'Ticket templates, by name',
    reply: Type.Array(TicketTemplate),
    errors: [],
    permission: 'sysadmin',
  }),
  readTicketTemplate: call({
    method: 'GET',
    path: '/tickettemplate/:id',
    summary: 'One ticket template',
    params: IdParams,
    reply: TicketTemplate,
    errors: [],
    permission: 'sysadmin',
  }),
  addTicketTemplate: call({
    method: 'POST',
    path: '/tickettemplate',
    summary: 'Adds a ticket template',
    body: TicketTemplateInput,
    reply: Type.Object({ ...Saved('ticketTemplate', TicketTemplate).properties, ticketTemplateId: Id }),
    errors: ['ticket_template_name_in_use'],
    permission: 'sysadmin',
    idempotent: true,
  }),
  saveTicketTemplate: call({
    method: 'PUT',
    path: '/tickettemplate/:id',
    summary: 'Changes a ticket template',
    params: IdParams,
    body: TicketTemplateInput,
    reply: Saved('ticketTemplate', TicketTemplate),
    errors: ['conflict', 'ticket_template_name_in_use'],
    revised: TicketTemplate,
    permission: 'sysadmin',
    idempotent: true,
  }),
};
