import { expect, it } from 'vitest';
import { withAssertions } from './gate/with-assertions.ts';
import { withDocuments } from './gate/judge-screens.ts';
import { generate } from './criteria.ts';
import { loadFlow } from './load.ts';
import { runFlow } from './run-flow.ts';
import { spell } from './spelled-path.ts';

const loaded = await loadFlow('organization');
const criteria = new Set(['states'] as const);
const details = (name: string, data: object) => ({ 'editing.details': { cases: { [name]: data as never } } });
const spelledIn = (asked: typeof loaded) => generate(asked, criteria, 1).kept.paths.map(spell);

it('gives the answers of a case in its state, by the fewest steps, in every run', async () => {
  const asked = withAssertions(loaded, details('Umlauts', { name: 'Bäckerei Müller', timeZoneId: '_Division' }));
  expect(spelledIn(asked)).toEqual(['NEW: submit details case Umlauts']);
  expect(asked.material.answers['details']?.['case Umlauts']).toMatchObject({ name: 'Bäckerei Müller' });
  const { failures, paths } = await runFlow(asked, { criteria, seed: 1 });
  expect(failures).toEqual([]);
  expect(paths.map(({ path }) => spell(path))).toContain('NEW: submit details case Umlauts');
  const later = withAssertions(loaded, {
    'editing.locations': { cases: { 'One office': { locations: [{ name: 'Office' }] } } },
  });
  expect(spelledIn(later)).toEqual([
    expect.stringMatching(/^NEW: submit details [^>]+ > submit locations case One office$/),
  ]);
});

it('fails the run for a case that its screen refuses, or whose state is gone', async () => {
  const problemsOf = async (asked: typeof loaded) =>
    (await runFlow(asked, { criteria, seed: 1 })).failures.flatMap(({ problems }) =>
      problems.filter((one) => one.startsWith('The case')),
    );
  const document = structuredClone(loaded.screens['details']?.document);
  const name = document?.schema?.properties?.['name'];
  if (document === undefined || typeof name !== 'object') throw new Error('the screen has no name');
  name.maxLength = 10;
  for (const example of document.examples?.valid ?? []) Object.assign(example as object, { name: 'Acme' });
  const shorter = withDocuments(loaded, { details: document });
  const long = details('Long', { name: 'Northwind Traders', timeZoneId: '_Division' });
  expect(await problemsOf(withAssertions(loaded, long))).toEqual([]);
  expect(await problemsOf(withAssertions(shorter, long))).toEqual([
    expect.stringMatching(/^The case “Long” of editing\.details cannot be given: \/name says ".*10.*"$/),
  ]);
  expect(await problemsOf(withAssertions(loaded, { gone: { cases: { One: {} } } }))).toEqual([
    'The case “One” of gone cannot be given: the flow has no such state with a screen',
  ]);
});

it('takes the secrets that its answers ask from an example', async () => {
  const credential = await loadFlow('credential');
  const [example] = (credential.screens['details']?.document.examples?.valid ?? []) as Record<string, unknown>[];
  const secrets = credential.screens['details']?.secrets.map((pointer) => pointer.slice(1)) ?? [];
  const own = Object.fromEntries(Object.entries(example ?? {}).filter(([key]) => !secrets.includes(key)));
  const asked = withAssertions(credential, details('Plain', own));
  expect(asked.material.answers['details']?.['case Plain']).toEqual(example);
});
