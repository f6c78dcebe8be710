import { describe, expect, it } from 'vitest';
import { administrationFor, isGroupAt, isTabAt } from './administration.ts';

const everybody = administrationFor(() => true);
const openAt = (path: string) => everybody.filter((group) => isGroupAt(group, path)).map(({ id }) => id);

describe('the administration', () => {
  it('lists its tabs in groups, in the order of the specification (C02-07)', () => {
    expect(everybody.map(({ id, tabs }) => [id, tabs.map(({ path }) => path)])).toEqual([
      [
        'general',
        [
          '/administration/general/settings',
          '/administration/general/mail',
          '/administration/general/textMessages',
          '/administration/general/activities',
          '/administration/general/servers',
          '/administration/general/deleted',
        ],
      ],
      ['accounts', ['/administration/users/technicians']],
      [
        'apps',
        [
          '/administration/apps/api',
          '/administration/apps/notificationChannels',
          '/administration/apps/events',
          '/administration/apps/statusPages',
          '/administration/apps/ticketTemplates',
        ],
      ],
      ['policies', ['/administration/policies']],
      [
        'library',
        [
          '/administration/library/scripting/templateLibrary',
          '/administration/library/scripting/underReview',
          '/studio',
          '/workbench',
        ],
      ],
      ['customers', ['/administration/customers/list']],
    ]);
  });

  it('leaves out what the person may not use, and groups without any tab (C02-08, C02-10, C02-11, C02-20, C02-33)', () => {
    const held = (...permissions: string[]) =>
      administrationFor((need) =>
        typeof need === 'string' ? permissions.includes(need) : need.some((each) => permissions.includes(each)),
      ).flatMap(({ tabs }) => tabs.map(({ id }) => id));
    expect(held('ORGANIZATION:View')).toEqual(['organizations']);
    expect(held('POLICY:Delete')).toEqual(['deletions']);
    expect(held('SYSTEM:Configuration.Activities.Access')).toEqual(['activities']);
    expect(held('SYSTEM:Studio.Access')).toEqual(['studio']);
    expect(held('SYSTEM:Workbench.Access')).toEqual(['workbench']);
    expect(held()).toEqual([]);
  });

  it('opens the group whose base or tab the path belongs to (C02-03)', () => {
    expect(openAt('/administration/general/activities')).toEqual(['general']);
    expect(openAt('/administration/users/technicians/')).toEqual(['accounts']);
    expect(openAt('/administration/customers/list')).toEqual(['customers']);
    expect(openAt('/administration/customers')).toEqual([]);
    expect(openAt('/administration/generally')).toEqual([]);
    expect(openAt('/studio/organization')).toEqual(['library']);
  });

  it('marks a tab at its path, below it and at its aliases (C02-05), and not at what is excluded (C02-06)', () => {
    const tab = {
      path: '/administration/library/scripting',
      aliases: ['/administration/library/old'],
      excluded: ['/administration/library/scripting/review'],
    };
    const marked = ['', '/one', '/review', '/review/2'].map((end) => isTabAt(tab, `${tab.path}${end}`));
    expect(marked).toEqual([true, true, false, false]);
    expect(isTabAt(tab, '/administration/library/old/3')).toBe(true);
    expect(isTabAt(tab, '/administration/library')).toBe(false);
  });
});
