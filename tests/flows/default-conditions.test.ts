import { expect, it } from 'vitest';
import { defaultConditions } from '#schemas/cloud-monitor/default-conditions.ts';
import { createScreens } from '#server/screens/screens.ts';

const screens = createScreens();

it.each([
  [{ monitorType: 'PING', hostname: 'gw.example' }, ['PingFailed']],
  [{ monitorType: 'DNS', hostname: 'example.com' }, ['DnsResolve']],
  [{ monitorType: 'EMAIL', emailOption: 'SEND' }, ['EmailFailed']],
  [{ monitorType: 'HTTP', httpHostname: 'http://shop.example' }, ['HttpWebsiteFailed']],
  [{ monitorType: 'HTTP', httpHostname: 'https://shop.example' }, ['HttpWebsiteFailed', 'SSLCertificateExpiration']],
  [{ monitorType: 'PORT_SCAN', ports: '22, 443' }, ['PortState', 'PortState']],
  [{ monitorType: 'PORT_SCAN', ports: '8000-8010' }, []],
] as const)(
  'begins a new monitor %o with conditions that notify technicians and fit the screen (A5)',
  (setup, types) => {
    const conditions = defaultConditions(setup);
    expect(conditions.map(({ type }) => type)).toEqual(types);
    expect(conditions.every(({ notificationAction }) => notificationAction === 'SEND')).toBe(true);
    expect(screens.check('cloud-monitor', 'conditions', { monitorType: setup.monitorType, conditions })).toEqual([]);
  },
);
