import { describe, expect, it } from 'vitest';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const password = { password: 'correct horse battery', confirm: 'correct horse battery' };

describe('activating an account', () => {
  it('chooses the password with the token of the link and signs in', async () => {
    const stage = rehearse(flow, { params: { token: 'a-token' } });
    stage.submit(password);
    expect(stage.call('activate').input.body).toEqual({ token: 'a-token', password: password.password });
    await stage.call('activate').done({ user: { id: 2 } });
    expect(stage.view()).toMatchObject({ screen: 'activated', answers: {} });
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toMatchObject({ next: '/systemDashboard/overview', reply: { id: 2 } });
  });

  it('says that the link does not work, at once without a token and after the server said so', async () => {
    expect(rehearse(flow).view().screen).toBe('link-wrong');
    const stage = rehearse(flow, { params: { token: 'used' } });
    stage.submit(password);
    await stage.call('activate').refuse('activation_link_incorrect');
    expect(stage.view().screen).toBe('link-wrong');
    stage.send({ type: 'confirmed' });
    expect(stage.output()?.next).toBe('/sign-in');
  });

  it('asks for another password when it is too weak', async () => {
    const stage = rehearse(flow, { params: { token: 'a-token' } });
    stage.submit(password);
    await stage.call('activate').refuse('password_too_weak', { message: 'Too common.' });
    expect(stage.view()).toMatchObject({ screen: 'password', refusal: { fields: { '/password': 'Too common.' } } });
  });
});
