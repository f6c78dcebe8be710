import { monitorBody } from '../../contract/site.ts';
import { callByApi } from '../../product/person.ts';
import { browserCase, type Prepared } from '../browser/browser-case.ts';
import { ownComputers, ownPlace, type Named } from '../browser/own-place.ts';
import { pressAction, selectAndPress } from '../browser/select-in-list.ts';

/** The zone of the browser, which the console takes from it. */
const timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const ruleZone = 'Europe/Berlin';

type Opened = Pick<Prepared, 'subject' | 'opensWith' | 'place'>;

/** Opened from a selection of monitors or devices, and from the page of one. */
export default browserCase({
  opened: 'admin',
  stopsClock: true,
  async prepare({ product, cookie, path }): Promise<Prepared> {
    const place = await ownPlace({ product, cookie }, ruleZone);
    const monitor = async (name: string): Promise<Named> => {
      const site = { clientId: place.client.id, locationId: place.locations[0].id };
      const { cloudMonitor } = await callByApi(product, cookie, 'POST', '/cloudmonitor', monitorBody(site, name));
      return { id: (cloudMonitor as { id: number }).id, name };
    };
    switch (path.input) {
      case 'one monitor': {
        const one = await monitor('Shop');
        return onPage(`/cloudMonitorDashboard/${one.id}/overview`, { name: one.name, monitorIds: [one.id] }, one);
      }
      case 'one Linux device': {
        const [one] = await ownComputers({ product }, place, ['web-1']);
        if (one === undefined) throw new Error('no computer has enrolled');
        const given = { name: one.name, ruleZone, deviceIds: [one.id] };
        return onPage(`/deviceDashboard/${one.id}/overview`, given, one);
      }
      case 'Windows devices': {
        const some = await ownComputers({ product }, place, ['desk-1', 'desk-2'], 'win32');
        return inList(`/deviceSearch?organization=${place.client.id}`, { deviceIds: some.map(({ id }) => id) }, some);
      }
      default: {
        const some = [await monitor('Shop'), await monitor('Portal')];
        return inList(`/cloudMonitors?organization=${place.client.id}`, { monitorIds: some.map(({ id }) => id) }, some);
      }
    }
  },
});

function onPage(route: string, given: object, one: Named): Opened {
  return {
    subject: String(one.id),
    opensWith: { timeZone, ...given },
    place: { route, open: (page) => pressAction(page, 'Maintenance'), resumes: true },
  };
}

function inList(route: string, given: object, some: readonly Named[]): Opened {
  const names = some.map(({ name }) => name);
  return {
    subject: some.map(({ id }) => id).join(),
    opensWith: { timeZone, ...given },
    place: { route, open: (page) => selectAndPress(page, names, 'Maintenance'), resumes: true },
  };
}
