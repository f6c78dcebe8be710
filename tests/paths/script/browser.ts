import { scriptBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { ownAutomation } from '../browser/own-automation.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const { name, prepared } = await ownAutomation(product, cookie);
    if (path.input !== 'EDIT') return prepared;
    const { script } = await callByApi(product, cookie, 'POST', '/scripting/scripts', scriptBody(`${name} before`));
    return { ...prepared, subject: String((script as { id: number }).id) };
  },
});
