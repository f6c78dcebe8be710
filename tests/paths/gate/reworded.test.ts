import { expect, it } from 'vitest';
import { documentsOf, loadFlow } from '../load.ts';
import { rewordedCase } from './reworded.ts';

it('gives a state the new words of its own screen, and of other screens their names in the stepper', async () => {
  const { flow, screens } = await loadFlow('organization');
  const before = documentsOf(screens);
  const locations = { ...before['locations'], title: 'Sites' } as NonNullable<(typeof before)[string]>;
  const known = {
    states: {
      'editing.details': { heading: 'Locations', says: ['Locations'], offers: ['Locations'] },
      'editing.locations': { heading: ['Locations', 'Other'], offers: ['Locations'] },
      'editing.confirm': { heading: 'Confirm', says: ['Locations'] },
    },
  };
  expect(rewordedCase({ machine: flow.machine, known }, before, { ...before, locations }).states).toEqual({
    'editing.details': { heading: 'Locations', says: ['Sites'], offers: ['Locations'] },
    'editing.locations': { heading: ['Sites', 'Other'], offers: ['Sites'] },
    'editing.confirm': { heading: 'Confirm', says: ['Sites'] },
  });
});
