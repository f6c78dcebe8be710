import { describe, expect, it } from 'vitest';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const email = { email: 'ada@example.com' };
const chosen = { password: 'correct horse battery', confirm: 'correct horse battery' };

describe('a forgotten password', () => {
  it('asks for a link, and says the same for every address (A19)', async () => {
    const stage = rehearse(flow);
    expect(stage.view()).toMatchObject({ screen: 'email', total: 1 });
    stage.submit(email);
    expect(stage.call('requestPasswordReset').input.body).toEqual(email);
    await stage.call('requestPasswordReset').done({ resultCode: 'SUCCESS' });
    expect(stage.view()).toMatchObject({ screen: 'sent', words: { email: 'ada@example.com' } });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toEqual({ outcome: 'finished', next: '/sign-in' });
  });

  it('says where the server sends no mail', async () => {
    const stage = rehearse(flow);
    stage.submit(email);
    await stage.call('requestPasswordReset').refuse('mail_not_configured');
    expect(stage.view()).toMatchObject({ screen: 'no-mail', words: { email: 'ada@example.com' } });
  });

  it('chooses a new password by the link, and no longer holds it', async () => {
    const stage = rehearse(flow, { params: { token: 't0ken' } });
    stage.submit(chosen);
    expect(stage.call('resetPassword').input.body).toEqual({ token: 't0ken', password: chosen.password });
    await stage.call('resetPassword').done({ resultCode: 'SUCCESS' });
    expect(stage.view()).toMatchObject({ screen: 'changed', answers: {} });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toEqual({ outcome: 'finished', next: '/sign-in' });
  });

  it('says what is wrong with the password at its field', async () => {
    const stage = rehearse(flow, { params: { token: 't0ken' } });
    stage.submit(chosen);
    await stage.call('resetPassword').refuse('password_too_weak', { message: 'No.' });
    expect(stage.view()).toMatchObject({ screen: 'password', refusal: { fields: { '/password': 'No.' } } });
  });

  it('asks for a new link when this one does not work', async () => {
    const stage = rehearse(flow, { params: { token: 't0ken' } });
    stage.submit(chosen);
    await stage.call('resetPassword').refuse('activation_link_incorrect');
    expect(stage.view().screen).toBe('link-wrong');
    stage.send({ type: 'confirmed' });
    expect(stage.view()).toMatchObject({ screen: 'email', total: 1 });
  });
});
