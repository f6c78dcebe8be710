import { describe, expect, it } from 'vitest';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const account = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@example.com',
  password: 'correct horse battery',
  confirm: 'correct horse battery',
};
const division = { divisionName: 'Cairn Works' };

async function opened(params: Record<string, string> = { token: 'a-token' }) {
  const stage = rehearse(flow, { params });
  await stage.call('readSetup').done({ open: true });
  return stage;
}

describe('the first run', () => {
  it('makes the administrator and the company with the token of the link', async () => {
    const stage = await opened();
    stage.submit(account);
    stage.submit(division);
    const { confirm: _, ...person } = account;
    expect(stage.call('setUp').input.body).toEqual({ token: 'a-token', ...person, ...division });
    await stage.call('setUp').done({ resultCode: 'SUCCESS', user: { id: 1 } });
    expect(stage.view()).toMatchObject({
      screen: 'created',
      words: { divisionName: 'Cairn Works', firstName: 'Ada' },
      answers: {},
    });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toEqual({ outcome: 'finished', next: '/systemDashboard/overview', reply: { id: 1 } });
  });

  it('says that the link is not complete when it has no token', async () => {
    const stage = await opened({});
    expect(stage.view().screen).toBe('link-incomplete');
  });

  it('leads to sign-in once somebody else has set it up, before or meanwhile', async () => {
    const before = rehearse(flow, { params: { token: 'a-token' } });
    await before.call('readSetup').refuse('not_found');
    const meanwhile = await opened();
    meanwhile.submit(account);
    meanwhile.submit(division);
    await meanwhile.call('setUp').refuse('not_found');
    for (const stage of [before, meanwhile]) {
      expect(stage.view().screen).toBe('already-set-up');
      stage.send({ type: 'confirmed' });
      expect(stage.output()).toEqual({ outcome: 'finished', next: '/sign-in' });
    }
  });

  it('keeps the answers when the link is wrong', async () => {
    const stage = await opened();
    stage.submit(account);
    stage.submit(division);
    await stage.call('setUp').refuse('setup_token_incorrect', { message: 'The set-up link is not correct.' });
    expect(stage.view()).toMatchObject({ screen: 'link-wrong', words: { reason: 'The set-up link is not correct.' } });
    stage.send({ type: 'back' });
    expect(stage.view()).toMatchObject({ state: 'editing.division', data: division, answers: { account } });
  });

  it('returns to the account when the password is too weak', async () => {
    const stage = await opened();
    stage.submit(account);
    stage.submit(division);
    await stage.call('setUp').refuse('password_too_weak', { message: 'Too common.' });
    expect(stage.view()).toMatchObject({ screen: 'account', refusal: { fields: { '/password': 'Too common.' } } });
  });
});
