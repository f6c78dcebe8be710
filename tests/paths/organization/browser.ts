import { countries } from '#engine/vocabulary/countries.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';

interface Zone {
  timeZoneId: string;
  name: string;
}

let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    const number = (made += 1);
    const name = `Northwind ${number}`;
    const zones = (await callByApi(product, cookie, 'GET', '/timezone')) as unknown as Zone[];
    const division = await callByApi(product, cookie, 'GET', '/division');
    const zoneWords = (value: unknown) =>
      value === '_Division'
        ? `Division (${String(division['timeZoneId']).replaceAll('_', ' ')})`
        : zones.find(({ timeZoneId }) => timeZoneId === value)?.name;
    const prepared = {
      // Two organizations of one name are refused.
      answers: (screen: string, data: Record<string, unknown>) => (screen === 'details' ? { ...data, name } : data),
      words: (pointer: string, value: unknown) =>
        pointer === '/timeZoneId'
          ? zoneWords(value)
          : pointer.endsWith('/country')
            ? countries.find(({ code }) => code === value)?.name
            : undefined,
    };
    const add = async (more: Record<string, unknown>) => {
      const { client } = await callByApi(product, cookie, 'POST', '/client', more);
      return (client as { id: number }).id;
    };
    if (path.input === 'EDIT') {
      const locations = [{ name: 'Main office' }, { name: 'Rotterdam', address: '12 Harbour Street' }];
      return { ...prepared, subject: String(await add({ name: `Northwind before ${number}`, locations })) };
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
