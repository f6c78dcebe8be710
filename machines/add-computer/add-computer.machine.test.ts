import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const enrollment = { id: 12, token: 't0ken', expiresAt: '2026-01-08T00:00:00.000Z', serverUrl: 'x', programUrl: 'y' };

async function atCommand() {
  const stage = rehearse(flow);
  stage.submit({ clientId: 3, locationId: 4, uses: 5, days: 2 });
  await stage.call('addEnrollment').done(enrollment);
  return stage;
}

describe('adding a computer (F11-01)', () => {
  it('makes a token for the place and shows what to run', async () => {
    const stage = await atCommand();
    expect(stage.call('addEnrollment').input).toEqual({
      key: `${instance}-addEnrollment-0`,
      body: { clientId: 3, locationId: 4, uses: 5, days: 2 },
    });
    expect(stage.view()).toMatchObject({ screen: 'command', shown: { enrollment } });
    expect(stage.calls).toHaveLength(1);
  });

  it('looks when a device is announced, and goes on once it came in with this token', async () => {
    const stage = await atCommand();
    stage.send({ type: 'node.announced' });
    expect(stage.call('readEnrollment').input).toEqual({ params: { id: '12' } });
    expect(stage.view()).toMatchObject({ screen: 'command', busy: false });
    await stage.call('readEnrollment').done({ state: 'waiting', node: null });
    expect(stage.state()).toBe('waiting');
    stage.send({ type: 'live.announced' });
    await stage.call('readEnrollment').done({ state: 'used', node: { id: 9, name: 'laptop' } });
    expect(stage.view()).toMatchObject({ screen: 'arrived', words: { name: 'laptop' } });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toMatchObject({ outcome: 'finished', next: '/deviceDashboard/9/overview' });
  });

  it('looks again for a device that was announced while it looked', async () => {
    const stage = await atCommand();
    stage.send({ type: 'node.announced' });
    const first = stage.call('readEnrollment');
    stage.send({ type: 'node.announced' });
    expect(stage.calls.filter(({ name }) => name === 'readEnrollment')).toHaveLength(2);
    await first.done({ state: 'waiting', node: null });
    expect(stage.state()).toBe('looking');
    await stage.call('readEnrollment').done({ state: 'used', node: { id: 9, name: 'laptop' } });
    expect(stage.state()).toBe('arrived');
  });

  it('says when the token has expired, and makes another with a key of its own', async () => {
    const stage = await atCommand();
    stage.send({ type: 'retried' });
    await stage.call('readEnrollment').done({ state: 'expired', node: null });
    expect(stage.view().screen).toBe('expired');
    stage.send({ type: 'again.requested' });
    expect(stage.call('addEnrollment').input.key).toBe(`${instance}-addEnrollment-1`);
  });

  it('keeps the command in sight when looking failed, and says why', async () => {
    const stage = await atCommand();
    stage.send({ type: 'retried' });
    await stage.call('readEnrollment').refuse('offline', { message: 'No way there.' });
    expect(stage.view()).toMatchObject({ screen: 'command', refusal: { message: 'No way there.' } });
  });
});
