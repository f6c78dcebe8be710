import { countries } from '#engine/vocabulary/countries.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    made += 1;
    const name = `Northwind ${made}`;
    const prepared = {
      // Two organizations of one name are refused.
      answers: (screen: string, data: Record<string, unknown>) => (screen === 'details' ? { ...data, name } : data),
      words: (pointer: string, value: unknown) =>
        pointer.endsWith('/country') ? countries.find(({ code }) => code === value)?.name : undefined,
    };
    const add = async (more: Record<string, unknown>) => {
      const { client } = await callByApi(product, cookie, 'POST', '/client', more);
      return (client as { id: number }).id;
    };
    if (path.input === 'EDIT') {
      const locations = [{ name: 'Main office' }, { name: 'Rotterdam', address: '12 Harbour Street' }];
      return { ...prepared, subject: String(await add({ name: `Northwind before ${made}`, locations })) };
    }
    let other: number | undefined;
    return {
      ...prepared,
      // Another organization has the name for as long as the server is to refuse it.
      before: {
        async 'addOrganization organization_name_in_use'() {
          other ??= await add({ name, locations: [{ name: 'Main office' }] });
        },
        async 'addOrganization done'() {
          if (other !== undefined) await callByApi(product, cookie, 'DELETE', `/client/${other}`);
          other = undefined;
        },
      },
    };
  },
});
