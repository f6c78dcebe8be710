import { describe, expect, it } from 'vitest';
import { catalogue, type CallName } from '#api/contract/catalogue.ts';
import { commonErrors } from '#api/contract/errors.ts';
import { calls } from '#api/contract/catalogue.ts';
import { permissionNames } from '#api/contract/permissions.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';
import { toDraft } from '#engine/flow/draft.ts';
import type { FlowContext } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { restingStates, screenIn } from '#engine/flow/state-nodes.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { sourceNames, treeNames } from '#src/flow/source-names.ts';
import { allFlows } from './all-flows.ts';
import { rehearse, screensOf } from './rehearsal.ts';
import { seenStates, standingAt, waitingStates } from './standing.ts';

/** What the page itself makes of a failed request. */
const localCodes = ['offline', 'unreadable', 'cancelled'];
const modes = ['NEW', 'EDIT'] as const;

/** Whether the person has something to press. */
function hasWayOn({ can, kind }: StepView, actions: readonly { event: string }[]): boolean {
  const submits = can.submit && (kind === 'form' || kind === 'summary');
  return submits || can.back || actions.some(({ event }) => can.event(event));
}

/** Whether the step that stands is all that is in the way of one that the person has been to. */
function leadsOn({ steps, position, can }: StepView, to: string): boolean {
  const target = steps.findIndex(({ id }) => id === to);
  const between = steps.slice(position, target);
  const been = steps[target]?.status === 'done' || between.length > 0;
  return can.submit && been && between.every(({ status }) => status === 'done');
}

describe.each(allFlows)('the flow $id', (flow) => {
  const screens = screensOf(flow.id);

  it('has a document for each screen that its states show, and shows each document', () => {
    const shown = new Set(restingStates(flow.machine).flatMap((node) => screenIn(node) ?? []));
    expect([...shown].sort()).toEqual(Object.keys(screens).sort());
  });

  it('needs only fields that its screens ask', () => {
    for (const [id, pointers] of Object.entries(flow.needs)) {
      const asked = new Set([...subschemas(screens[id]?.document.schema)].map(({ pointer }) => pointer));
      expect(
        pointers.filter((pointer) => !asked.has(pointer)),
        id,
      ).toEqual([]);
    }
  });

  it('shows the rows of jobs that it has', () => {
    const isJob = (name: string) => flow.effects[name]?.kind === 'job';
    const shown = Object.values(screens).flatMap(({ document }) => document.rows?.job ?? []);
    expect(shown.filter((job) => !isJob(job))).toEqual([]);
  });

  it('has documents whose valid examples pass and whose invalid ones do not', () => {
    for (const { id, document, validate } of Object.values(screens)) {
      if (document.schema === undefined) continue;
      const { valid = [], invalid = [] } = document.examples ?? {};
      expect(valid.length, `${id} has valid examples`).toBeGreaterThan(0);
      expect(invalid.length, `${id} has invalid examples`).toBeGreaterThan(0);
      for (const example of valid) expect(validate(example), `${id} ${JSON.stringify(example)}`).toEqual([]);
      for (const example of invalid) expect(validate(example), `${id} ${JSON.stringify(example)}`).not.toEqual([]);
    }
  });

  it('names only option sources and trees that pages provide', () => {
    for (const { document } of Object.values(screens)) {
      const named = [...JSON.stringify(document.ui ?? {}).matchAll(/"(source|tree)":"(\w+)"/g)];
      for (const [, kind, name = ''] of named)
        expect(kind === 'tree' ? treeNames : sourceNames, `${document.title}: ${kind} ${name}`).toContain(name);
    }
  });

  it('names the step that is in the way of one that the stepper does not lead to', () => {
    for (const state of seenStates(flow)) {
      const stage = standingAt(flow, state);
      const [first, ...later] = stage.view().steps;
      if (first?.status !== 'current' || stage.view().busy) continue;
      const open = new Set(later.filter(({ canChoose }) => canChoose).map(({ id }) => id));
      // Changed answers are not passed, so what the stepper led to is behind this step again.
      stage.change({});
      for (const step of stage.view().steps.filter(({ id }) => open.has(id)))
        expect(step, `${flow.id} ${state}`).toMatchObject({
          canChoose: false,
          // Where all between is passed, the stepper submits this step and goes on there.
          ...(leadsOn(stage.view(), step.id) ? { afterThis: true } : { blockedBy: first.title }),
        });
      stage.stop();
    }
  });

  it('makes calls of the catalogue and declares the error codes that these have', () => {
    for (const [name, effect] of Object.entries(flow.effects)) {
      expect(Object.keys(catalogue)).toContain(name);
      expect([...effect.errors].sort(), name).toEqual([...catalogue[name as CallName].errors].sort());
    }
    const invoked = waitingStates(flow).map(({ effect }) => effect);
    expect([...new Set(invoked)].sort()).toEqual(Object.keys(flow.effects).sort());
  });

  it('leads from every error of every effect to a state with words and something to press', async () => {
    for (const mode of modes) {
      for (const { state, effect } of waitingStates(flow)) {
        for (const code of [...(flow.effects[effect]?.errors ?? []), ...commonErrors, ...localCodes]) {
          const stage = standingAt(flow, state, { mode });
          await stage.call(effect).refuse(code, { message: 'Why it failed.' });
          const view = stage.view();
          const where = `${effect} refused with ${code} led to ${view.state}`;
          expect(view.busy, where).toBe(false);
          const { document } = screens[view.screen] ?? {};
          expect(hasWayOn(view, document?.actions ?? []), `${where}, where nothing can be pressed`).toBe(true);
          const told = view.refusal !== undefined || document?.kind === 'message' || code === 'MFA_REQUIRED';
          expect(told, `${where}, where nobody is told`).toBe(true);
          stage.stop();
        }
      }
    }
  });

  it('keeps every answer when it is refused', async () => {
    for (const { state, effect } of waitingStates(flow)) {
      const stage = standingAt(flow, state);
      const before = stage.view().answers;
      await stage.call(effect).refuse('invalid_input', { fields: {} });
      expect(stage.view().answers, state).toEqual(before);
      stage.stop();
    }
  });

  it('repeats the key of a request of which nobody knows whether it was done, and takes another after a definite reply', async () => {
    const counted: string[] = [];
    const expected: string[] = [];
    for (const { state, effect } of waitingStates(flow)) {
      for (const [code, attempt] of [
        ['offline', 0],
        ['unavailable', 0],
        ['internal', 0],
        ['invalid_input', 1],
      ] as const) {
        const stage = standingAt(flow, state);
        if (stage.call(effect).input.key === undefined) continue;
        await stage.call(effect).refuse(code);
        counted.push(`${effect} ${code}: ${String((stage.snapshot().context as FlowContext).attempt)}`);
        expected.push(`${effect} ${code}: ${attempt}`);
        stage.stop();
      }
    }
    expect(counted).toEqual(expected);
  });

  const cases = modes.flatMap((mode) =>
    [0, 1, 2].flatMap((example) => seenStates(flow).map((state) => ({ mode, example, state }))),
  );
  it.each(cases)(
    'can be left in $state ($mode, example $example) and resumed there, or at the step that misses a secret',
    ({ mode, example, state }) => {
      const stage = standingAt(flow, state, { mode, example });
      const draft: unknown = JSON.parse(JSON.stringify(toDraft(flow, screens, stage.snapshot())));
      const { snapshot, notice } = fromDraft(flow, screens, draft, { token: 'a-token' });
      const resumed = rehearse(flow, { mode }, snapshot);
      const after = resumed.view();
      // Either everything is as it was, its effect under way with the same input, or the person is told what is missing where it is asked.
      const whole = { view: withoutFunctions(stage.view()), calls: stage.calls.map(({ input }) => input) };
      const told = { message: notice?.message, busy: false, wayOn: true };
      const seen =
        notice === undefined
          ? { view: withoutFunctions(after), calls: resumed.calls.map(({ input }) => input) }
          : {
              message: after.refusal?.message,
              busy: after.busy,
              wayOn: hasWayOn(after, screens[after.screen]?.document.actions ?? []),
            };
      expect(seen).toEqual(notice === undefined ? whole : told);
      for (const stopped of [stage, resumed]) stopped.stop();
    },
  );

  it('keeps no secret in a draft', () => {
    for (const state of seenStates(flow)) {
      const stage = standingAt(flow, state, { example: 2 });
      const draft = toDraft(flow, screens, stage.snapshot());
      for (const [id, { secrets }] of Object.entries(screens)) {
        for (const pointer of secrets)
          expect(valueAt(draft?.context.answers[id], pointer), `${id}${pointer}`).toBeUndefined();
      }
      expect(JSON.stringify(draft)).not.toContain('a-token');
      stage.stop();
    }
  });

  it('starts no second effect when the same step is submitted twice', () => {
    for (const mode of modes) {
      for (const state of seenStates(flow)) {
        const stage = standingAt(flow, state, { mode });
        const { screen, data } = stage.view();
        const before = stage.calls.length;
        stage.send({ type: 'step.submitted', screen, data });
        stage.send({ type: 'step.submitted', screen, data });
        expect(stage.calls.length - before, `${state} (${mode})`).toBeLessThanOrEqual(1);
        stage.stop();
      }
    }
  });

  it('ignores answers of a step that is no longer there', () => {
    for (const state of seenStates(flow)) {
      const stage = standingAt(flow, state);
      const before = stage.snapshot();
      const other = flow.steps(before.context).find((id) => id !== stage.view().screen);
      if (other === undefined) continue;
      stage.send({ type: 'step.changed', screen: other, data: { late: true } });
      expect(stage.snapshot().context, state).toEqual(before.context);
      stage.stop();
    }
  });

  it('drops a reply that comes after the person went elsewhere', async () => {
    for (const { state, effect } of waitingStates(flow)) {
      const stage = standingAt(flow, state, { mode: 'EDIT' });
      const call = stage.call(effect);
      if (!stage.view().can.close) continue;
      stage.send({ type: 'closed' });
      // A question in front of the work is closed as well.
      if (stage.snapshot().status === 'active') stage.send({ type: 'closed' });
      const { value } = stage.snapshot();
      await call.done({});
      expect(stage.snapshot().value, state).toEqual(value);
    }
  });
});

describe('the screens of the flow user', () => {
  /** Permissions that no call of the catalogue names: the handler of `startScriptRun` checks Run, and the pages of the Studio need theirs. */
  const askedByPages: string[] = ['SCRIPT_CATEGORY:Run'];

  it('show exactly the permissions that some call or page asks for, in the order View, Add, Change, Delete (A12)', () => {
    const { schema } = screensOf('user')['permissions']?.document ?? {};
    const offered = (pointer: string) => (valueAt(schema, pointer) as { const: string }[]).map((item) => item.const);
    const shown = ['ORGANIZATION', 'NODE', 'SCRIPT_CATEGORY', 'POLICY', 'SYSTEM'].flatMap((entity) =>
      offered(`/properties/${entity}/items/oneOf`),
    );
    const known = new Set<string>(permissionNames);
    const asked = calls.map(([, { permission }]) => permission).filter((permission) => known.has(permission));
    expect(shown.toSorted()).toEqual([...new Set([...asked, ...askedByPages])].toSorted());
    for (const entity of ['ORGANIZATION', 'NODE', 'SCRIPT_CATEGORY', 'POLICY'])
      expect(offered(`/properties/${entity}/items/oneOf`).slice(0, 4)).toEqual(
        ['View', 'Create', 'Update', 'Delete'].map((name) => `${entity}:${name}`),
      );
    expect(offered('/properties/byOrganization/items/properties/permission/oneOf')).toEqual(
      shown.filter((name) => name.startsWith('ORGANIZATION:') || name.startsWith('NODE:')),
    );
  });
});

function withoutFunctions({ can, ...view }: StepView): unknown {
  const { submit, back, close, confirm, retry } = can;
  return { ...view, can: { submit, back, close, confirm, retry } };
}
