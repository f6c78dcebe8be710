import { describe, expect, it } from 'vitest';
import { faultsOf } from './faults/plant.ts';
import { loadFlow } from './load.ts';
import { runFlow } from './run-flow.ts';

/** What the laws say of the flow with one fault in its machine, of which the name begins so. */
async function toldOf(id: string, fault: string): Promise<string[]> {
  const loaded = await loadFlow(id);
  const planted = faultsOf(loaded.flow.machine).find(({ name }) => name.startsWith(fault));
  if (planted === undefined) throw new Error(`there is no fault "${fault}" in ${id}`);
  const machine = planted.plant();
  const { failures } = await runFlow(
    { ...loaded, flow: { ...loaded.flow, machine } },
    { criteria: new Set(['laws']), seed: 1, machine },
  );
  return failures.flatMap(({ problems }) => problems);
}

describe('the laws that every flow keeps', () => {
  it.each([
    [
      'organization',
      'retarget editing.confirm back',
      /^Law: Back leads .*: Confirm: Back leads to .*, expected Locations$/,
    ],
    [
      'organization',
      'retarget saving xstate.done.actor.save',
      /saveOrganization succeeds, and the flow ends as closed, expected finished$/,
    ],
    ['organization', 'accept a second submit in saving', /saving: a second press starts saveOrganization again$/],
    [
      'organization',
      'drop action countAttempt of adding xstate.error',
      /addOrganization is sent again after a refusal with the same key$/,
    ],
  ])('notice in %s: %s', async (id, fault, words) => {
    expect(await toldOf(id, fault)).toContainEqual(expect.stringMatching(words));
  });
});
