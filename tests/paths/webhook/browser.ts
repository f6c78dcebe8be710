import type { Answers } from '#engine/flow/flow.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/apps/events', 'Add event subscription'];
    if (path.input !== 'EDIT') return inModal(route, opener);
    made += 1;
    const name = `Stored hook ${made}`;
    const hook = { name, url: 'http://127.0.0.1:9/hook', events: ['user.changed'], enabled: false };
    const { webhook } = await callByApi(product, cookie, 'POST', '/webhook', hook);
    // By its name it is opened again.
    const answers = (_: string, data: Answers) => ({ ...data, name });
    return { ...inModal(route, opener, name), answers, subject: String((webhook as { id: number }).id) };
  },
});
