import { expect, it } from 'vitest';
import { generate } from './criteria.ts';
import { withAssertions } from './gate/with-assertions.ts';
import { traceSession } from './gate/trace-session.ts';
import { loadFlow } from './load.ts';
import { runFlow } from './run-flow.ts';
import { readPath, spell } from './spelled-path.ts';

const loaded = await loadFlow('organization');
const criteria = new Set(['states'] as const);
const generated = generate(loaded, criteria, 1);

/** A path by the states and events that a page would record of it. */
function recordedOf(spelled: string) {
  const { steps } = readPath(loaded.material, generated.suite.graph, spelled);
  const states = [{ event: 'opened', state: 'editing.details' }];
  for (const { move, state } of steps) {
    const name = 'data' in move ? `${move.kind} ${move.screen}` : 'effect' in move ? `${move.kind} ${move.effect}` : '';
    states.push({ event: move.kind === 'event' ? move.type : name, state });
  }
  return states.map((step, at) => ({ ...step, at: at * 1000 }));
}

const whole =
  'NEW: submit details example 1 > submit locations example 1 > back > submit locations example 1 > submit confirm as it stands > done addOrganization';

it('finds the path of a session with the same events, states and fields', () => {
  const steps = recordedOf(whole);
  const traced = traceSession(loaded, { mode: 'NEW', steps });
  expect(traced).toMatchObject({ followed: steps.length, reason: '' });
  const { steps: found } = readPath(loaded.material, generated.suite.graph, traced.path);
  expect(found.map(({ state }) => state)).toEqual(steps.slice(1).map(({ state }) => state));
});

it('takes the example whose fields are most like those that held an answer', () => {
  const answers = Object.entries(loaded.material.answers['details'] ?? {});
  const fieldsOf = (data: object) =>
    Object.entries(data).flatMap(([name, value]) =>
      value === undefined || typeof value === 'object' ? [] : [`/${name}`],
    );
  const sizes = answers.map(([name, data]) => ({ name, fields: fieldsOf(data) }));
  const [fewest, most] = [
    sizes.toSorted((a, b) => a.fields.length - b.fields.length)[0],
    sizes.toSorted((a, b) => b.fields.length - a.fields.length)[0],
  ];
  expect(fewest?.fields.length).toBeLessThan(most?.fields.length ?? 0);
  for (const one of [fewest, most]) {
    const [opened, submitted] = recordedOf('NEW: submit details example 1');
    if (opened === undefined || submitted === undefined) throw new Error('the path has no two steps');
    const { path } = traceSession(loaded, {
      mode: 'NEW',
      steps: [opened, { ...submitted, fields: one?.fields ?? [] }],
    });
    const [first] = readPath(loaded.material, generated.suite.graph, path).steps;
    const data = first !== undefined && 'data' in first.move ? first.move.data : '';
    expect(fieldsOf(loaded.material.answers['details']?.[data] ?? {})).toEqual(one?.fields);
  }
});

it('follows a session as far as it can, and ends with the page', () => {
  const [opened, submitted] = recordedOf(whole);
  if (opened === undefined || submitted === undefined) throw new Error('the path has no two steps');
  const left = { at: 9000, event: 'left', state: submitted.state };
  expect(traceSession(loaded, { mode: 'NEW', steps: [opened, submitted, left] })).toMatchObject({
    followed: 3,
    reason: '',
  });
  const odd = { at: 9000, event: 'retried', state: 'finished' };
  expect(traceSession(loaded, { mode: 'NEW', steps: [opened, submitted, odd] })).toMatchObject({
    followed: 2,
    reason: 'No example of "retried" leads from editing.locations to finished',
  });
  const elsewhere = [{ ...opened, state: 'loading' }];
  expect(traceSession(loaded, { mode: 'NEW', steps: elsewhere })).toMatchObject({
    followed: 0,
    reason: 'The flow never opens in loading',
  });
});

it('walks a kept path in every run, with another example where its own is gone', async () => {
  const gone = whole.replace('details example 1', 'details example 99');
  const asked = withAssertions(loaded, {}, [whole, gone]);
  const { kept } = generate(asked, criteria, 1);
  expect(kept.broken).toEqual([]);
  const [first, second] = kept.paths;
  if (first === undefined || second === undefined) throw new Error('a kept path is not walked');
  expect(spell(first)).toBe(whole);
  expect(second.steps.map(({ state }) => state)).toEqual(first.steps.map(({ state }) => state));
  const report = await runFlow(asked, { criteria, seed: 1 });
  expect(report.paths.map(({ path }) => path.id)).toContain(first.id);
  expect(report.failures).toEqual([]);
});

it('fails the run for a kept path that the flow no longer has', async () => {
  const stray = 'NEW: submit details example 1 > retried';
  const { failures } = await runFlow(withAssertions(loaded, {}, [stray]), { criteria, seed: 1 });
  expect(failures).toEqual([
    expect.objectContaining({
      spelled: stray,
      problems: [
        expect.stringMatching(/^A kept path cannot be walked: "retried" cannot be done in editing\.locations/),
      ],
    }),
  ]);
});
