import { expect, it } from 'vitest';
import { deviceFiltersIn, filteredDevicesPath } from './filters.ts';

it('writes filters into an address and reads them back', () => {
  expect(filteredDevicesPath({})).toBe('/deviceSearch');
  expect(
    filteredDevicesPath({ status: 'offline', kind: 'NMS_SWITCH', clientId: 3, locationId: 4, os: 'Server 2022' }),
  ).toBe('/deviceSearch?status=offline&kind=NMS_SWITCH&organization=3&location=4&os=Server+2022');
  expect(deviceFiltersIn({ status: 'offline', kind: 'NMS_SWITCH', organization: 3, location: 4, os: 2022 })).toEqual({
    status: 'offline',
    kind: 'NMS_SWITCH',
    clientId: 3,
    locationId: 4,
    os: '2022',
  });
});

it('takes nothing that cannot be meant', () => {
  expect(deviceFiltersIn({ status: 'up', kind: 'CLOUD_MONITOR_TARGET', organization: 'all', location: 4 })).toEqual({});
  expect(deviceFiltersIn({ organization: 2 ** 31, os: ' ' })).toEqual({});
  expect(deviceFiltersIn({ os: 'a'.repeat(200) }).os).toHaveLength(100);
});
