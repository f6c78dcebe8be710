import { expect, it } from 'vitest';
import { loadFlow } from '../load.ts';
import { saidProblem } from './said-problem.ts';

it.each([
  ['editing.details has nothing to press', '“Details” has nothing to press'],
  ['"Next" led to editing.confirm, not to editing.details', '"Next" led to “Confirm”, not to “Details”'],
  ['nobody can enter /name: it is not shown', 'nobody can enter “Name”: it is not shown'],
  ['Law: Back leads back: editing.confirm: Back leads nowhere', 'Law: Back leads back: “Confirm”: Back leads nowhere'],
  ['a refusal of /locations/locations/0/name leads to nothing', 'a refusal of “Name” leads to nothing'],
  ['tells 192.0.2.1 and /etc/hosts', 'tells 192.0.2.1 and /etc/hosts'],
])('says “%s” in the words of the screens', async (problem, said) => {
  expect(saidProblem(await loadFlow('organization'), 'editing.details', problem)).toBe(said);
});

it('says a state that is an ordinary word only where the problem begins with it', async () => {
  const loaded = await loadFlow('organization');
  expect(saidProblem(loaded, 'adding', 'adding says nothing while adding')).toMatch(/^“.+” says nothing while adding$/);
});
