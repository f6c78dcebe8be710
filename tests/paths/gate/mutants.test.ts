import { expect, it } from 'vitest';
import { loadFlow } from '../load.ts';
import { judgeMutant, judgeMutants } from './mutants.ts';
import { withAssertions } from './with-assertions.ts';

const reworded =
  'schemas/ticket-template/details.json: the message of /name required is "Not right" instead of "Required"';

it('tries changes of every area, and says of each survivor which states it is about', async () => {
  const told: [number, number][] = [];
  const { total, killed, equivalent, survivors, broken } = await judgeMutants(
    await loadFlow('security-key'),
    12,
    (done, all) => void told.push([done, all]),
  );
  expect([total, broken]).toEqual([12, '']);
  expect(killed + equivalent + survivors.length).toBe(12);
  expect(killed).toBeGreaterThan(6);
  for (const { states, change } of survivors) expect([change, states.length > 0]).toEqual([change, true]);
  expect([told[0], told.at(-1)]).toEqual([
    [0, 12],
    [12, 12],
  ]);
});

it('notices a change once an assertion asks for what it changes', async () => {
  const loaded = await loadFlow('ticket-template');
  expect(await judgeMutant(loaded, reworded)).toBeUndefined();
  const asserted = withAssertions(loaded, { 'editing.details': { sometimes: ['Required'] } });
  expect(await judgeMutant(asserted, reworded)).toBe('editing.details says "Required" on no path');
  expect(await judgeMutant(asserted, 'schemas/ticket-template/nowhere.json: nothing')).toBeUndefined();
});

it('tries nothing where the flow itself does not hold', async () => {
  const asserted = withAssertions(await loadFlow('security-key'), { adding: { says: ['Words that nobody wrote'] } });
  const { total, broken } = await judgeMutants(asserted, 12, () => undefined);
  expect([total, broken]).toEqual([0, expect.stringContaining('Words that nobody wrote')]);
});
