// How each state of the flow of status pages is reached.
import { callByApi } from '../product/person.ts';
import { choose, type } from './form.ts';
import { oneFormWalk } from './one-form-walk.ts';

export const statusPage = oneFormWalk({
  route: '/administration/apps/statusPages',
  opener: 'Add status page',
  needs: { add: 'monitor', change: 'status-page' },
  headings: { form: 'Status page', unread: 'The status page could not be read' },
  calls: { read: 'readStatusPage', add: 'addStatusPage', save: 'saveStatusPage' },
  async fill({ page, name }) {
    await type(page, '/title', name);
    await choose(page, '/monitors/0/monitorId', name);
    await type(page, '/monitors/0/name', 'Web shop');
  },
  change: (page) => type(page, '/monitors/0/name', 'Shop on the web'),
  async changeElsewhere({ product, technician, name }) {
    const { cookie } = technician;
    const pages = (await callByApi(product, cookie, 'GET', '/statuspage')) as unknown as {
      id: number;
      title: string;
    }[];
    const { id } = pages.find(({ title }) => title === name) ?? { id: 0 };
    const { monitors } = await callByApi(product, cookie, 'GET', `/statuspage/${id}`);
    const kept = (monitors as { monitorId: number; name: string }[]).map((row) => ({
      monitorId: row.monitorId,
      name: row.name,
    }));
    const body = { title: name, addressType: 'UNGUESSABLE', enabled: false, monitors: kept };
    await callByApi(product, cookie, 'PUT', `/statuspage/${id}`, body);
  },
});
