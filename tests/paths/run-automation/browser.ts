import { applicationBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';
import { ownAutomation } from '../browser/own-automation.ts';

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const { name, prepared } = await ownAutomation(product, cookie);
    if (path.input !== 'EDIT') return prepared;
    const stored = await callByApi(
      product,
      cookie,
      'POST',
      '/scripting/scripts/run-application',
      applicationBody(`${name} before`),
    );
    return { ...prepared, subject: String((stored['automation'] as { id: number }).id) };
  },
});
