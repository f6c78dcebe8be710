import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/apps/ticketTemplates', 'Add ticket template'];
    if (path.input !== 'EDIT') return inModal(route, opener);
    made += 1;
    const name = `Stored ticket template ${made}`;
    const { ticketTemplate } = await callByApi(product, cookie, 'POST', '/tickettemplate', { name });
    // The page finds it by its name again.
    const answers = (_: string, data: Answers) => ({ ...data, name });
    return { ...inModal(route, opener, name), answers, subject: String((ticketTemplate as { id: number }).id) };
  },
});
