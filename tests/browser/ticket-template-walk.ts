// How each state of the flow of ticket templates is reached.
import { callByApi } from '../product/person.ts';
import { type } from './form.ts';
import { oneFormWalk } from './one-form-walk.ts';

export const ticketTemplate = oneFormWalk({
  route: '/administration/apps/ticketTemplates',
  opener: 'Add ticket template',
  needs: { change: 'ticket-template' },
  headings: { form: 'Ticket template', unread: 'The ticket template could not be read' },
  calls: { read: 'readTicketTemplate', add: 'addTicketTemplate', save: 'saveTicketTemplate' },
  async fill({ page, name }) {
    await type(page, '/name', name);
    await type(page, '/content', 'Call the customer first.');
  },
  change: (page) => type(page, '/content', 'Look at the alert first.'),
  async changeElsewhere({ product, technician, name }) {
    const { cookie } = technician;
    const all = (await callByApi(product, cookie, 'GET', '/tickettemplate')) as unknown as {
      id: number;
      name: string;
      isDefault: boolean;
    }[];
    const { id, isDefault } = all.find((each) => each.name === name) ?? { id: 0, isDefault: false };
    await callByApi(product, cookie, 'PUT', `/tickettemplate/${id}`, {
      name,
      isDefault,
      ticketTitleCustomText: 'Urgent',
    });
  },
});
