import { describe, expect, it } from 'vitest';
import { catalogue, type CallName } from '#api/contract/catalogue.ts';
import type { Call } from '#api/contract/call.ts';
import { valueAt } from '#engine/document/pointer.ts';
import { toDraft } from '#engine/flow/draft.ts';
import { givenExample } from '#engine/flow/given.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { sampleConflict, sampleReply } from '#src/gallery/sample.ts';
import { allFlows } from './all-flows.ts';
import { rehearse, screensOf, type Rehearsal } from './rehearsal.ts';

/** The flows that save an entity with a revision, and the calls with which they read and save it. */
const edited = allFlows.flatMap((flow) => {
  const names = Object.keys(flow.effects);
  const save = names.find((name) => (catalogue[name as CallName] as Call).revised !== undefined);
  const read = names.find((name) => name.startsWith('read'));
  return save === undefined || read === undefined ? [] : [{ ...flow, flow, save, read }];
});

it('are all that have a save with a revision', () => {
  const revised = Object.entries<Call>(catalogue).filter(([, call]) => call.revised !== undefined);
  expect(edited.map(({ save }) => save).toSorted()).toEqual(revised.map(([name]) => name).toSorted());
});

describe.each(edited)('a conflict in the flow $id', ({ flow, save, read, namedBy = '' }) => {
  const [, screen = '', field = ''] = namedBy.split('/');
  const job = Object.keys(flow.effects).find((name) => flow.effects[name]?.kind === 'job');
  const check = Object.keys(flow.effects).find((name) => /^(check|test)[A-Z]/.test(name));
  /** At the refused save, after I renamed what somebody else renamed as well. */
  async function atConflict() {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7', ...(flow.given && { given: givenExample(flow) }) });
    await stage.call(read).done({ ...(sampleReply(read) as object), revision: 1 });
    stage.send({ type: 'step.chosen', screen });
    const mine = { ...stage.view().answers[screen], [field]: 'mine@example.com' };
    stage.submit(mine);
    await submitAll(stage);
    const { conflict } = withName(sampleConflict(save));
    const first = stage.call(save);
    await first.refuse('conflict', { conflict });
    return { stage, mine, conflict, first };
  }
  /** Submits each step as it stands until the entity is saved; what is tested before that passes. */
  async function submitAll(stage: Rehearsal) {
    for (let step = 0; step < 10 && !stage.state().startsWith('saving'); step += 1) {
      if (job !== undefined && stage.calls.at(-1)?.name === job) await stage.call(job).done(sampleReply(job));
      if (check !== undefined && stage.calls.at(-1)?.name === check) await stage.call(check).done(sampleReply(check));
      stage.submit(stage.view().data);
    }
  }
  /** The sample renames what people call it; some flows are named by another field. */
  function withName(conflict: ReturnType<typeof sampleConflict>) {
    if (conflict === undefined) throw new Error(`${save} has no revision`);
    return { conflict: { ...conflict, current: { ...conflict.current, [field]: 'theirs@example.com' } } };
  }
  const choice = { [namedBy]: 'theirs' };

  it('sends the revision that it began with', async () => {
    const { first } = await atConflict();
    expect(first.input).toMatchObject({ revision: 1, params: { id: '7' } });
  });

  it('keeps every answer, preselects nothing, and saves nothing before a choice', async () => {
    const { stage, mine, conflict } = await atConflict();
    expect(stage.view()).toMatchObject({
      state: 'conflict',
      data: {},
      can: { submit: false, back: true, close: true },
      theirs: { revision: 2, by: conflict.by, at: conflict.at },
    });
    expect(stage.view().answers[screen]).toEqual(mine);
    expect(valueAt(stage.view().theirs?.answers, namedBy)).toBe('theirs@example.com');
    expect(valueAt(stage.view().stored, namedBy)).not.toBe('theirs@example.com');
    stage.submit({});
    expect(stage.state()).toBe('conflict');
  });

  it('saves what was chosen on the new revision, as another request', async () => {
    const { stage, first } = await atConflict();
    stage.change(choice);
    expect(stage.view().can.submit).toBe(true);
    stage.submit(choice);
    const { input } = stage.call(save);
    expect(stage.calls.filter(({ name }) => name === save)).toHaveLength(2);
    expect(input.revision).toBe(2);
    expect(input.key).not.toBe(first.input.key);
    expect(JSON.stringify(input.body)).toContain('theirs@example.com');
    expect(JSON.stringify(input.body)).not.toContain('mine@example.com');
  });

  it('asks again when it changed once more, forgetting choices of what is gone', async () => {
    const { stage, conflict } = await atConflict();
    stage.submit({ [namedBy]: 'mine' });
    const current = { ...conflict.current, [field]: 'third@example.com', revision: 3 };
    await stage.call(save).refuse('conflict', { conflict: { ...conflict, current } });
    expect(stage.view()).toMatchObject({
      state: 'conflict',
      data: {},
      can: { submit: false },
      theirs: { revision: 3 },
    });
    expect(valueAt(stage.view().stored, namedBy)).toBe('theirs@example.com');
  });

  it('leads back to the steps with everything kept', async () => {
    const { stage, mine } = await atConflict();
    stage.change(choice);
    stage.send({ type: 'back' });
    expect(stage.state()).toMatch(/^editing\./);
    expect(stage.view().answers[screen]).toEqual(mine);
  });

  it('resumes from a draft with both versions and the choices so far', async () => {
    const { stage } = await atConflict();
    stage.change(choice);
    const screens = screensOf(flow.id);
    const draft = toDraft(flow, screens, stage.snapshot());
    const { snapshot } = fromDraft(flow, screens, JSON.parse(JSON.stringify(draft)));
    const resumed = rehearse(flow, {}, snapshot);
    expect(resumed.view()).toMatchObject({ state: 'conflict', data: choice, theirs: { revision: 2 } });
  });
});
