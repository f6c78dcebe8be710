// @vitest-environment jsdom
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mockApi } from '#api/mock.ts';
import { awaitedBy } from '#screens/form/resolver.ts';
import { awaitedKinds } from '#screens/step/kinds.ts';
import './console-flows.ts';
import { flowManifests, loadFlow } from './registry.ts';

const server = setupServer(...mockApi({ listPublishedScreens: () => [] }));
beforeAll(() => server.listen());
afterAll(() => server.close());

describe('a flow that was fetched', () => {
  it('has all that its screens are drawn with, so that nothing else stands there first', async () => {
    const screens = Object.values((await loadFlow('cloud-monitor')).screens);
    expect(awaitedBy(screens)).toHaveProperty('status', 'fulfilled');
    expect(awaitedKinds(screens)).toHaveProperty('status', 'fulfilled');
  });

  it('waits for its first form alone where it is a page, and fetches the rest when asked', async () => {
    vi.resetModules();
    await import('./door-flows.ts');
    const fresh = await import('./registry.ts');
    const kinds = await import('#screens/step/kinds.ts');
    const { screens } = await fresh.loadFlow('sign-in');
    expect(kinds.otherKinds).toThrow('before its kind was fetched');
    await fresh.fetchLaterParts('sign-in');
    expect(kinds.awaitedKinds(Object.values(screens))).toHaveProperty('status', 'fulfilled');
  });
});

describe('the flows that the first page knows', () => {
  it('are those that are pages of their own, and no others', async () => {
    const pages = [...flowManifests].filter(([, { presentation }]) => presentation === 'page').map(([id]) => id);
    vi.resetModules();
    await import('./door-flows.ts');
    const first = await import('./registry.ts');
    expect([...first.flowManifests.keys()].toSorted()).toEqual(pages.toSorted());
  });
});
