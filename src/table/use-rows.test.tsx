// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { MockRefusal } from '#api/mock.ts';
import { at, given, open, withConsole } from '#tests/console/harness.tsx';

withConsole();

const total = 1234;
const organization = (id: number) => ({
  id,
  name: `Organization ${id}`,
  description: '',
  locationCount: 1,
  deviceCount: 0,
  monitorCount: 0,
  openAlertCount: 0,
  custom: {},
  updatedAt: at,
});

function scrollTo(y: number): void {
  act(() => {
    Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
    window.dispatchEvent(new Event('scroll'));
  });
}
afterEach(() => scrollTo(0));

describe('a list that is longer than one request', () => {
  it('counts every row, reads the pages that the person comes to, and no others', async () => {
    const asked: { offset: number; sort: string | undefined }[] = [];
    given({
      searchOrganizations: ({ query }) => {
        const offset = Number(query.offset);
        asked.push({ offset, sort: query.sort });
        const length = Math.min(Number(query.limit), total - offset);
        return { items: Array.from({ length }, (_, index) => organization(offset + index + 1)), total };
      },
    });
    await open('/administration/customers');
    await screen.findByText('Organization 1');
    await screen.findByText('1,234 organizations');
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('1235');
    expect(asked).toEqual([{ offset: 0, sort: 'name' }]);
    scrollTo(1200 * 40);
    await screen.findByText('Organization 1220');
    expect(asked.map(({ offset }) => offset)).toContain(1200);
    expect(asked.map(({ offset }) => offset)).not.toContain(500);
  });

  it('asks the server for another order, so that it holds for every row', async () => {
    const sorts: (string | undefined)[] = [];
    given({
      searchOrganizations: ({ query }) => {
        sorts.push(query.sort);
        return { items: [organization(1), organization(2)], total: 2 };
      },
    });
    const user = await open('/administration/customers');
    await user.click(await screen.findByRole('button', { name: /Locations/ }));
    await user.click(await screen.findByRole('button', { name: /Locations/ }));
    await waitFor(() => expect(sorts.at(-1)).toBe('-locations'));
  });

  it('says which rows could not be read, and reads them when asked again', async () => {
    let broken = true;
    given({
      searchOrganizations: ({ query }) => {
        const offset = Number(query.offset);
        if (offset > 0 && broken) return new MockRefusal('internal');
        return { items: Array.from({ length: 34 }, (_, index) => organization(offset + index + 1)), total };
      },
    });
    const user = await open('/administration/customers');
    await screen.findByText('Organization 1');
    scrollTo(1200 * 40);
    const retry = await screen.findByRole('button', { name: 'Try again' });
    broken = false;
    await user.click(retry);
    expect(await screen.findByText('Organization 1220')).toBeDefined();
  });
});
