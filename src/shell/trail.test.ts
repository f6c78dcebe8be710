import { describe, expect, it } from 'vitest';
import { setTrail, trailOf, truncateTrail, type Crumb } from './trail.ts';

const list: Crumb = { path: '/cloudMonitors', title: 'Cloud monitors' };
const shop: Crumb = { path: '/cloudMonitorDashboard/7', title: 'Shop' };
const acme: Crumb = { path: '/customerDashboard/1/overview', title: 'Acme' };

describe('the breadcrumb trail', () => {
  it('begins with a page without parents', () => expect(trailOf(list, [])).toEqual([list]));
  it('stands below the parents, whichever page led here (A16)', () => {
    setTrail([{ path: '/alerts', title: 'Alerts' }]);
    expect(trailOf(shop, [list, acme])).toEqual([list, acme, shop]);
  });
  it('cuts back to an earlier crumb that is clicked and goes to its path (C01-11)', () => {
    expect(truncateTrail([list, shop, acme], 0)).toEqual({ trail: [list], path: '/cloudMonitors' });
  });
  it('does nothing for a disabled crumb (C01-12)', () =>
    expect(truncateTrail([{ ...list, disabled: true }, shop], 0)).toBeUndefined());
  it('does nothing for the current crumb (C01-13)', () => expect(truncateTrail([list, shop], 1)).toBeUndefined());
});
