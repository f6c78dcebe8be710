import type { Answers } from '#engine/flow/flow.ts';
import { policyBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { browserCase } from '../browser/browser-case.ts';
import { inModal } from '../browser/in-modal.ts';

/** The one role whose policies have a parent on paths: that of the example with a parent, and of what is edited. */
const nodeClass = 'LINUX_SERVER';
const parentName = 'Base of all paths';

let made = 0;
/** By server. */
const parents = new WeakMap<Product, Promise<number>>();

async function store(product: Product, cookie: string, name: string): Promise<number> {
  const { policy } = await callByApi(product, cookie, 'POST', '/policy', { ...policyBody(name), nodeClass });
  return (policy as { id: number }).id;
}

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path: { input } }) {
    const [route, opener] = ['/administration/policies', 'Add policy'];
    const parent = parents.get(product) ?? store(product, cookie, parentName);
    parents.set(product, parent);
    const parentPolicyId = await parent;
    made += 1;
    // Each name is used once.
    const own = input === 'NEW' || input === 'EDIT' ? `Policy ${made}` : `Copy ${made}`;
    const here = {
      answers: (_: string, data: Answers): Answers => ({
        ...data,
        ...(typeof data['name'] === 'string' && data['name'].length < 50 && { name: `${data['name']} ${own}` }),
        ...(data['parentPolicyId'] !== undefined && { parentPolicyId }),
      }),
      words: (pointer: string) => (pointer === '/parentPolicyId' ? parentName : undefined),
    };
    if (input === 'NEW') return { ...here, ...inModal(route, opener) };
    const name = `Stored policy ${made}`;
    const id = await store(product, cookie, name);
    if (input !== 'EDIT')
      return {
        ...here,
        ...inModal(route, opener, name, 'Copy policy'),
        subject: String(id),
        opensWith: { copyOfId: id },
      };
    // The page finds it by its name again.
    const answers = (screen: string, data: Answers) => ({ ...here.answers(screen, data), name });
    return { ...here, answers, ...inModal(route, opener, name), subject: String(id) };
  },
});
