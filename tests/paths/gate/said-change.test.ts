import { beforeAll, describe, expect, it } from 'vitest';
import { plantedFaults } from '../faults/all-faults.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import { saidChange } from './said-change.ts';

let loaded: LoadedFlow;
beforeAll(async () => void (loaded = await loadFlow('organization')));

describe('a change to a machine', () => {
  const say = (change: string) => saidChange(loaded, { area: 'machine', change, file: 'machines/organization' });

  it.each([
    ['drop action keepAnswers of editing.details step.submitted[1]', '“Details”: Submit does not do “keepAnswers”'],
    ['drop action startOver of entering editing.confirm', '“Confirm”: entering does not do “startOver”'],
    ['drop transition editing.confirm back', '“Confirm”: Back does nothing'],
    ['retarget editing.details closed to editing.confirm', '“Details”: Close leads to “Confirm”'],
    ['drop guard of editing.details copied', '“Details”: “copied” asks for no condition'],
    [
      'drop action keepRefusal of adding xstate.error.actor.add',
      '“Saving”: the refusal of “add” does not do “keepRefusal”',
    ],
    ['addOrganization in adding is sent without /body/name (add)', '“Saving”: addOrganization is sent without name'],
  ])('%s is said as %s', (change, said) => expect(say(change)).toBe(said));
});

it('says each change to the machine in words, and fields of a screen as their labels', async () => {
  const all = (await plantedFaults(1)).filter(({ area, flows }) => area === 'machine' && flows[0] === 'organization');
  expect(all.length).toBeGreaterThan(5);
  for (const fault of all) expect(saidChange(loaded, fault)).not.toBe(fault.change);
  const screen = {
    area: 'screen',
    change: '/name: maxLength 101 instead of 100',
    file: 'schemas/organization/details.json',
  };
  expect(saidChange(loaded, screen as never)).toBe('“Name”: maxLength 101 instead of 100');
});
