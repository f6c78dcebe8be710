import { browserCase } from '../browser/browser-case.ts';
import { ownComputers, ownPlace, zoneNames } from '../browser/own-place.ts';
import { pressAction, selectAndPress } from '../browser/select-in-list.ts';

/** The zone of the browser, which the console takes from it. */
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const deviceZone = 'America/New_York';
const action = 'Schedule reboot';

/** Opened from a selection of devices, and from the page of one. */
export default browserCase({
  opened: 'admin',
  stopsClock: true,
  async prepare({ product, cookie, path }) {
    const place = await ownPlace({ product, cookie }, deviceZone);
    const zones = await zoneNames({ product, cookie });
    const words = (pointer: string, value: unknown) => (pointer === '/timeZone' ? zones.get(value) : undefined);
    const isOne = path.input === 'one device';
    const some = await ownComputers({ product }, place, isOne ? ['web-1'] : ['web-1', 'web-2']);
    const [deviceIds, names] = [some.map(({ id }) => id), some.map(({ name }) => name)];
    if (!isOne) {
      const route = `/deviceSearch?organization=${place.client.id}`;
      return {
        words,
        subject: deviceIds.join(),
        opensWith: { zone, deviceIds },
        place: { route, open: (page) => selectAndPress(page, names, action), resumes: true },
      };
    }
    const route = `/deviceDashboard/${deviceIds.join()}/overview`;
    return {
      words,
      subject: deviceIds.join(),
      opensWith: { zone, deviceIds, deviceName: names.join(), deviceZone },
      place: { route, open: (page) => pressAction(page, action), resumes: true },
    };
  },
});
