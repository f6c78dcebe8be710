import { entityFlow } from '#engine/flow/entity-flow.ts';
import manifest from '#schemas/ticket-template/flow.json';

export default entityFlow({
  id: 'ticket-template',
  manifest,
  calls: { read: 'readTicketTemplate', add: 'addTicketTemplate', save: 'saveTicketTemplate' },
  saved: 'ticketTemplate',
  errors: {
    addTicketTemplate: ['ticket_template_name_in_use'],
    saveTicketTemplate: ['ticket_template_name_in_use'],
  },
  refusedField: { ticket_template_name_in_use: '/name' },
  words: { name: '/details/name' },
});
