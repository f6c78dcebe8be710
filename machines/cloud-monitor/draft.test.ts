import { describe, expect, it } from 'vitest';
import { toDraft } from '#engine/flow/draft.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import { instance, rehearse, type Rehearsal } from '#tests/flows/rehearsal.ts';
import { flow, screens, ping, http, atConfirm } from '#tests/flows/cloud-monitor-rehearsal.ts';

describe('a draft of a cloud monitor', () => {
  const resume = (stage: Rehearsal, change: (draft: Record<string, unknown>) => object = (draft) => draft) =>
    fromDraft(
      flow,
      screens,
      change(JSON.parse(JSON.stringify(toDraft(flow, screens, stage.snapshot()))) as Record<string, unknown>),
    );

  it('goes on while it was being with the same key', () => {
    const stage = atConfirm();
    stage.submit();
    const { snapshot, notice } = resume(stage);
    const resumed = rehearse(flow, {}, snapshot);
    expect(notice).toBeUndefined();
    expect(resumed.state()).toBe('adding');
    expect(resumed.calls.map(({ input }) => input)).toEqual(stage.calls.map(({ input }) => input));
  });

  it('goes back to Setup for the password that is not kept, with every other answer', () => {
    const stage = atConfirm(http);
    stage.submit();
    const { snapshot, notice } = resume(stage);
    const resumed = rehearse(flow, {}, snapshot);
    const { httpPassword: _, ...kept } = http;
    expect(notice).toMatchObject({ code: 'draft_secret_missing', fields: { '/httpPassword': 'Enter this again' } });
    expect(resumed.view()).toMatchObject({ state: 'editing.setup', data: kept });
    expect(resumed.calls).toEqual([]);
    expect(resumed.view().steps.map(({ canChoose }) => canChoose)).toEqual([false, false, false, false]);
    resumed.submit(http);
    resumed.send({ type: 'step.chosen', screen: 'confirm' });
    expect(resumed.state()).toBe('editing.confirm');
  });

  it('also in EDIT, where a stored password would hide that a new one was lost', async () => {
    const stage = rehearse(flow, { mode: 'EDIT', subject: '7' });
    await stage.call('readMonitor').done({ ...http, httpPasswordSet: true, conditions: [] });
    stage.change({ ...http, httpPasswordSet: true, httpPassword: 'a new one' });
    stage.send({ type: 'step.chosen', screen: 'setup' });
    expect(resume(stage).notice?.code).toBe('draft_secret_missing');
  });

  it('goes back to a step whose document now refuses what was answered, and tells why', () => {
    const stage = atConfirm({ ...ping, frequency: 5 });
    const { snapshot, notice } = resume(stage, (draft) => ({ ...draft, screenVersions: { setup: 'an older one' } }));
    expect(notice).toMatchObject({
      code: 'draft_step_changed',
      fields: { '/frequency': 'Must be between 30 and 86400' },
    });
    expect(rehearse(flow, {}, snapshot).state()).toBe('editing.setup');
  });

  it('stays where it is when a changed document still takes the answers', () => {
    const stage = atConfirm();
    const { snapshot, notice } = resume(stage, (draft) => ({ ...draft, screenVersions: { setup: 'an older one' } }));
    expect(notice).toBeUndefined();
    expect(rehearse(flow, {}, snapshot).state()).toBe('editing.confirm');
  });

  it('of a state that is no more goes to the first step that is not done, keeping the answers', () => {
    const stage = atConfirm();
    const { snapshot, notice } = resume(stage, (draft) => ({ ...draft, state: 'editing.certificates' }));
    const resumed = rehearse(flow, {}, snapshot);
    expect(notice?.code).toBe('draft_flow_changed');
    expect(resumed.view()).toMatchObject({ state: 'editing.confirm', answers: { setup: ping } });
  });

  it('that is none is refused', () => {
    expect(() =>
      fromDraft(flow, screens, { flow: 'organization', state: 'x', context: { instance, mode: 'NEW', now: '' } }),
    ).toThrow('none of "cloud-monitor"');
    expect(() => fromDraft(flow, screens, 'nonsense')).toThrow('no draft');
  });
});
