import { describe, expect, it } from 'vitest';
import { chosen, visited, type Crumb } from './trail.ts';

const list: Crumb = { path: '/cloudMonitors', title: 'Cloud monitors' };
const shop: Crumb = { path: '/cloudMonitorDashboard/7', title: 'Shop' };
const acme: Crumb = { path: '/customerDashboard/1/overview', title: 'Acme' };

describe('the breadcrumb trail', () => {
  it('begins anew at a page without parents', () => expect(visited([acme, shop], list, [])).toEqual([list]));
  it('stands below its parents when a page is opened directly', () =>
    expect(visited([], shop, [list])).toEqual([list, shop]));
  it('grows by the pages visited, whatever their own parents', () =>
    expect(visited([list, shop], acme, [list])).toEqual([list, shop, acme]));
  it('is cut back when a page on it is visited again, with its latest title', () => {
    expect(visited([list, shop, acme], { ...shop, title: 'Shop 2' }, [list])).toEqual([
      list,
      { ...shop, title: 'Shop 2' },
    ]);
  });
  it('never holds more than five pages', () => {
    const many = Array.from({ length: 9 }, (_, index) => ({ path: `/${index}`, title: String(index) }));
    expect(many.reduce<Crumb[]>((trail, crumb) => visited(trail, crumb, [list]), [])).toHaveLength(5);
  });
  it('cuts back to an earlier crumb that is clicked and goes to its path (C01-11)', () => {
    expect(chosen([list, shop, acme], 0)).toEqual({ trail: [list], path: '/cloudMonitors' });
  });
  it('does nothing for a disabled crumb (C01-12)', () =>
    expect(chosen([{ ...list, disabled: true }, shop], 0)).toBeUndefined());
  it('does nothing for the current crumb (C01-13)', () => expect(chosen([list, shop], 1)).toBeUndefined());
});
