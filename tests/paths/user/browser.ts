import { inviteTechnician } from '../../browser/browser.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase } from '../browser/browser-case.ts';

interface Row {
  clientId?: number;
  permission?: string;
}

const organization = 'Granted';
let place: Promise<number> | undefined;
let made = 0;

export default browserCase({
  opened: 'admin',
  async prepare({ product, cookie, path }) {
    place ??= callByApi(product, cookie, 'POST', '/client', {
      name: organization,
      locations: [{ name: 'Main office' }],
    }).then(({ client }) => (client as { id: number }).id);
    const clientId = await place;
    made += 1;
    const email = `somebody-${made}@example.com`;
    const here = ({ clientId: asked, ...row }: Row): Row => ({ ...row, ...(asked !== undefined && { clientId }) });
    const prepared = {
      answers(screen: string, data: Record<string, unknown>) {
        if (screen === 'person') return { ...data, email };
        const rows = data['byOrganization'];
        return Array.isArray(rows) ? { ...data, byOrganization: (rows as Row[]).map(here) } : data;
      },
      words: (pointer: string) => (pointer.endsWith('/clientId') ? organization : undefined),
    };
    if (path.input === 'NEW') return prepared;
    const { user } = await inviteTechnician(product, cookie);
    return { ...prepared, subject: String(user.id) };
  },
});
