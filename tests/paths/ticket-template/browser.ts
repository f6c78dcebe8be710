import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/apps/ticketTemplates', 'Add ticket template'];
    made += 1;
    const name = `Ticket template ${made}`;
    // Two of one name are refused, and the page finds a stored one by its name again.
    const answers = (_: string, data: Answers) => ({ ...data, name });
    if (path.input !== 'EDIT') return { ...inModal(route, opener), answers };
    const { ticketTemplate } = await callByApi(product, cookie, 'POST', '/tickettemplate', { name });
    return { ...inModal(route, opener, name), answers, subject: String((ticketTemplate as { id: number }).id) };
  },
});
