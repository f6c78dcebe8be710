import type { Answers } from '#engine/flow/flow.ts';
import { policyBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const [route, opener] = ['/administration/policies', 'Add policy'];
    if (path.input !== 'EDIT') return inModal(route, opener);
    made += 1;
    const name = `Stored policy ${made}`;
    const { policy } = await callByApi(product, cookie, 'POST', '/policy', policyBody(name));
    // The page finds it by its name again.
    const answers = (_: string, data: Answers) => ({ ...data, name });
    return { ...inModal(route, opener, name), answers, subject: String((policy as { id: number }).id) };
  },
});
