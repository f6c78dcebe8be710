import { describe, expect, it } from 'vitest';
import { instance, rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const enrollment = { id: 12, token: 't0ken', expiresAt: '2026-01-08T00:00:00.000Z', serverUrl: 'x', programUrl: 'y' };

const read = (output: object) => ({ type: 'watch.changed', effect: 'readEnrollment', output });

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
    expect(stage.view()).toMatchObject({ screen: 'command', busy: false, shown: { enrollment } });
    expect(stage.call('readEnrollment').input).toEqual({ params: { id: '12' } });
  });

  it('stays while nobody came in, and goes on once a computer did with this token', async () => {
    const stage = await atCommand();
    stage.send(read({ state: 'waiting', node: null }));
    expect(stage.state()).toBe('waiting');
    stage.send(read({ state: 'used', node: { id: 9, name: 'laptop' } }));
    expect(stage.view()).toMatchObject({ screen: 'arrived', words: { name: 'laptop' } });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toMatchObject({ outcome: 'finished', next: '/deviceDashboard/9/overview' });
  });

  it('says when the token has expired, and makes another with a key of its own', async () => {
    const stage = await atCommand();
    stage.send(read({ state: 'expired', node: null }));
    expect(stage.view().screen).toBe('expired');
    stage.send({ type: 'again.requested' });
    expect(stage.call('addEnrollment').input.key).toBe(`${instance}-addEnrollment-1`);
  });

  it('keeps the command in sight while it cannot be read, says why, and forgets that with the next reply', async () => {
    const stage = await atCommand();
    const error = { code: 'offline', message: 'No way there.' };
    stage.send({ type: 'effect.retries', effect: 'readEnrollment', error, retries: { count: 3, most: 10 } });
    expect(stage.view()).toMatchObject({ screen: 'command', refusal: error, retries: { count: 3, most: 10 } });
    stage.send(read({ state: 'waiting', node: null }));
    expect(stage.view().refusal).toBeUndefined();
    expect(stage.view().retries).toBeUndefined();
  });

  it('watches again when asked after it has given up', async () => {
    const stage = await atCommand();
    await stage.call('readEnrollment').refuse('offline', { message: 'No way there.' });
    expect(stage.state()).toBe('stopped');
    expect(stage.view()).toMatchObject({ screen: 'command', refusal: { message: 'No way there.' } });
    stage.send({ type: 'retried' });
    expect(stage.state()).toBe('waiting');
    expect(stage.calls.filter(({ name }) => name === 'readEnrollment')).toHaveLength(2);
  });
});
