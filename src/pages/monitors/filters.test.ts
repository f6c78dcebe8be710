import { expect, it } from 'vitest';
import { filteredPath, filtersIn } from './filters.ts';

it('writes filters into an address and reads them back', () => {
  expect(filteredPath({})).toBe('/cloudMonitors');
  expect(filteredPath({ status: 'down', type: 'HTTP', clientId: 3 })).toBe(
    '/cloudMonitors?status=down&type=HTTP&organization=3',
  );
  expect(filtersIn({ status: 'down', type: 'HTTP', organization: 3 })).toEqual({
    status: 'down',
    type: 'HTTP',
    clientId: 3,
  });
});

it('takes nothing that cannot be meant', () => {
  expect(filtersIn({ status: 'broken', type: 'http', organization: 'all', sort: 'x' })).toEqual({});
  expect(filtersIn({ organization: -1 })).toEqual({});
});
