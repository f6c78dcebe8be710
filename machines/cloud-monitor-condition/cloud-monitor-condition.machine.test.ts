import { describe, expect, it } from 'vitest';
import { toDraft } from '#engine/flow/draft.ts';
import type { FlowInput } from '#engine/flow/flow.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import manifest from '#schemas/cloud-monitor-condition/flow.json';
import { flowOf, rehearse, screensOf, type Rehearsal } from '#tests/flows/rehearsal.ts';
import definition from './flow.ts';

const flow = flowOf(definition, manifest);
const screens = screensOf('cloud-monitor-condition');
const failed = { monitorType: 'PING', type: 'PingFailed', runCount: 3 };
const loss = { monitorType: 'PING', type: 'PingPacketLoss', thresholdPercent: 20, runCount: 3 };
const condition = {
  enabled: true,
  conditionName: 'Gateway is down',
  resetThreshold: 10,
  severity: 'MAJOR',
  priority: 'HIGH',
  notificationAction: 'NONE',
  notificationChannelIds: [],
};

function added(more: Partial<FlowInput> = {}): Rehearsal {
  return rehearse(flow, { answers: { settings: failed }, passed: ['settings'], ...more });
}

function edited(): Rehearsal {
  return added({ mode: 'EDIT', subject: '7', answers: { settings: failed, condition } });
}

describe('a condition', () => {
  it('is answered as a row: what it looks at and what follows from it (F08-47, F08-53)', () => {
    const stage = added();
    stage.submit(condition);
    expect(stage.output()).toEqual({ outcome: 'finished', reply: { ...failed, ...condition } });
  });

  it('opens its settings on a screen of their own and takes them over when they are applied (F08-47, F08-54)', () => {
    const stage = added();
    stage.send({ type: 'settings.requested' });
    expect(stage.view()).toMatchObject({ state: 'editing.settings', screen: 'settings', data: failed });
    stage.submit(loss);
    expect(stage.state()).toBe('editing.condition');
    stage.submit(condition);
    expect(stage.output()?.reply).toMatchObject({ type: 'PingPacketLoss', thresholdPercent: 20 });
  });

  it('keeps its settings as they were when theirs are left by Back', () => {
    const stage = added();
    stage.send({ type: 'settings.requested' });
    stage.change({ monitorType: 'PING', type: 'PingPacketLoss' });
    stage.send({ type: 'back' });
    expect(stage.view()).toMatchObject({ state: 'editing.condition', answers: { settings: failed } });
    stage.submit(condition);
    expect(stage.output()?.outcome).toBe('finished');
  });

  it('is not kept before it looks at something, and says so there (F08-75)', () => {
    const stage = rehearse(flow, { answers: { settings: { monitorType: 'PORT_SCAN' } } });
    stage.submit(condition);
    expect(stage.view()).toMatchObject({
      state: 'editing.condition',
      data: condition,
      refusal: { code: 'condition_missing', message: 'Choose what the condition looks at.' },
    });
    stage.send({ type: 'settings.requested' });
    expect(stage.view().refusal).toBeUndefined();
    stage.submit({ monitorType: 'PORT_SCAN', type: 'PortState', port: 443, portState: 'CLOSED', runCount: 1 });
    stage.submit(condition);
    expect(stage.output()?.reply).toMatchObject({ type: 'PortState', port: 443 });
  });

  it('is left as it was by Cancel', () => {
    const stage = edited();
    stage.change({ ...condition, conditionName: 'Another name' });
    stage.send({ type: 'closed' });
    expect(stage.output()).toEqual({ outcome: 'closed' });
  });

  it('shows ticketing only where there is some (F08-51, F08-52)', () => {
    const validate = (answers: object) => screens['condition']?.validate(answers).map(({ pointer }) => pointer);
    expect(validate({ ...condition, ticketingAction: 'CREATE' })).toEqual([]);
    expect(validate({ ...condition, ticketingAvailable: true, ticketingAction: 'CREATE' })).toEqual([
      '/ticketTemplateId',
    ]);
  });

  it.each(['condition', 'settings'])(
    'goes on at the %s screen after a reload, also with what is half-way',
    (screen) => {
      const stage = added();
      if (screen === 'settings') stage.send({ type: 'settings.requested' });
      stage.change(screen === 'settings' ? { monitorType: 'PING', type: 'PingTTL' } : { conditionName: 'Half' });
      const draft: unknown = JSON.parse(JSON.stringify(toDraft(flow, screens, stage.snapshot())));
      const { snapshot, notice } = fromDraft(flow, screens, draft);
      const resumed = rehearse(flow, {}, snapshot);
      expect(notice).toBeUndefined();
      expect(resumed.view()).toMatchObject({ state: `editing.${screen}`, data: stage.view().data });
      if (screen === 'settings') resumed.send({ type: 'back' });
      expect(resumed.view().answers['settings']).toEqual(failed);
    },
  );
});

describe('Replay', () => {
  const reply = { from: '', to: '', checks: 2, judged: 2, alerts: [], missing: null, points: [] };

  it('runs the condition as it stands over the history of a stored monitor', async () => {
    const stage = edited();
    stage.change({ ...condition, conditionName: ' ', severity: 'MINOR' });
    stage.send({ type: 'replay.requested' });
    expect(stage.view()).toMatchObject({ screen: 'condition', busy: true });
    const { monitorType: _, ...sent } = failed;
    expect(stage.call('replayCondition').input).toEqual({
      body: { id: 7, condition: { ...condition, ...sent, conditionName: 'Condition', severity: 'MINOR' } },
    });
    await stage.call('replayCondition').done(reply);
    expect(stage.view()).toMatchObject({ state: 'editing.condition', shown: { replay: reply } });
  });

  it('is forgotten once the condition changes', async () => {
    const stage = edited();
    stage.send({ type: 'replay.requested' });
    await stage.call('replayCondition').done(reply);
    stage.change({ ...condition, resetThreshold: 1 });
    expect(stage.view().shown).toEqual({});
  });

  it('is not offered where there is no history: for a monitor that is not stored yet', () => {
    const stage = added();
    expect(stage.view().can.event('replay.requested')).toBe(false);
    expect(edited().view().can.event('replay.requested')).toBe(true);
  });

  it('says at its field what the server refuses', async () => {
    const stage = edited();
    stage.send({ type: 'replay.requested' });
    await stage
      .call('replayCondition')
      .refuse('invalid_input', { fields: { '/condition/resetThreshold': 'Must be between 1 and 10080' } });
    expect(stage.view()).toMatchObject({
      state: 'editing.condition',
      refusal: { fields: { '/resetThreshold': 'Must be between 1 and 10080' } },
    });
  });
});
