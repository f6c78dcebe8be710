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
    if (path.input !== 'EDIT') return prepared;
    const { client } = await callByApi(product, cookie, 'POST', '/client', {
      name: `Northwind before ${made}`,
      locations: [{ name: 'Main office' }, { name: 'Rotterdam', address: '12 Harbour Street' }],
    });
    return { ...prepared, subject: String((client as { id: number }).id) };
  },
});
