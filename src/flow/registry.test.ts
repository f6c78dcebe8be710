import { describe, expect, it } from 'vitest';
import { awaitedBy } from '#screens/form/resolver.ts';
import { awaitedKinds } from '#screens/step/kinds.ts';
import { loadFlow } from './registry.ts';

describe('a flow that was fetched', () => {
  it('has all that its screens are drawn with, so that nothing else stands there first', async () => {
    const screens = Object.values((await loadFlow('cloud-monitor')).screens);
    expect(awaitedBy(screens)).toHaveProperty('status', 'fulfilled');
    expect(awaitedKinds(screens)).toHaveProperty('status', 'fulfilled');
  });
});
