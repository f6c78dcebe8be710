import { describe, expect, it } from 'vitest';
import { survey } from '../generator/survey.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import { loadFlow, type LoadedFlow } from '../load.ts';
import { runFlow } from '../run-flow.ts';
import { readApproved, write } from './approved-file.ts';
import { behaviourOf } from './behaviour.ts';
import { differences } from './differences.ts';

const found = (loaded: LoadedFlow) => behaviourOf(loaded, survey(loaded.material));

/** The flow with another document in the place of one of its screens. */
function withDocument(
  loaded: LoadedFlow,
  screen: string,
  change: (document: CompiledScreen['document']) => unknown,
): LoadedFlow {
  const compiled = loaded.screens[screen] as CompiledScreen;
  const document = structuredClone(compiled.document);
  change(document);
  return { ...loaded, screens: { ...loaded.screens, [screen]: { ...compiled, document } } };
}

describe('approved behaviour', () => {
  it('is the same text whenever it is made', async () => {
    const [one, other] = [await loadFlow('organization'), await loadFlow('organization')];
    expect(write('organization', found(one))).toBe(write('organization', found(other)));
  });

  it('says a bound that moved by the label of its field', async () => {
    const loaded = await loadFlow('organization');
    const wider = withDocument(loaded, 'details', ({ schema }) =>
      Object.assign(schema?.properties?.['name'] ?? {}, { maxLength: 51 }),
    );
    expect(differences(readApproved('organization') ?? {}, found(wider))).toEqual(['Name: at most 51, approved: 50']);
  });

  it('says a secret that is shown in clear', async () => {
    const loaded = await loadFlow('sign-in');
    const clear = withDocument(loaded, 'password', ({ ui }) => Object.assign(ui ?? {}, { password: {} }));
    expect(differences(readApproved('sign-in') ?? {}, found(clear))).toContain(
      'Password: widget nothing, approved: password',
    );
  });

  it('says an event that leads elsewhere, and one that is new', () => {
    const approved = {
      states: { 'editing.confirm': { heading: 'Confirm', 'Back leads to': 'Locations', buttons: ['Back'] } },
    };
    const now = {
      states: { 'editing.confirm': { heading: 'Confirm', 'Back leads to': 'Details', buttons: ['Back', 'Test'] } },
    };
    expect(differences(approved, now)).toEqual([
      'Confirm: Back leads to Details, approved: Locations',
      'Confirm: buttons Test, approved: not so',
    ]);
  });

  it('fails a run that behaves differently, with the command that approves it', async () => {
    const loaded = await loadFlow('organization');
    const machine = loaded.flow.machine.provide({ actions: { forgetRefusal: () => undefined } as never });
    const { failures } = await runFlow(loaded, { criteria: new Set(['approved']), seed: 1, machine });
    expect(failures.flatMap(({ problems }) => problems)).toEqual(
      expect.arrayContaining([
        'Confirm: Submit to Saving (adding) also no longer, approved: forgets the refusal',
        'If that is what you want: npm run paths -- --approve --flow organization',
      ]),
    );
  });

  it('fails a flow that nobody approved', async () => {
    const loaded = await loadFlow('organization');
    const flow = { ...loaded.flow, id: 'unheard-of' };
    const { failures } = await runFlow({ ...loaded, flow }, { criteria: new Set(['approved']), seed: 1 });
    expect(failures.flatMap(({ problems }) => problems)).toEqual([
      'Nobody has approved what "unheard-of" does. Read and keep what this writes: npm run paths -- --approve --flow unheard-of',
    ]);
  });
});
