import { describe, expect, it } from 'vitest';
import { rehearse } from '#tests/flows/rehearsal.ts';
import flow from './flow.ts';

const change = {
  currentPassword: 'the old one',
  newPassword: 'correct horse battery',
  confirm: 'correct horse battery',
};

describe('changing the password', () => {
  it('sends both and forgets them', async () => {
    const stage = rehearse(flow);
    stage.submit(change);
    expect(stage.call('changePassword').input.body).toEqual({
      currentPassword: 'the old one',
      newPassword: 'correct horse battery',
    });
    await stage.call('changePassword').done({ resultCode: 'SUCCESS' });
    expect(stage.output()).toEqual({ outcome: 'finished', words: {} });
    expect(stage.snapshot().context).toMatchObject({ answers: {} });
  });

  it.each([
    ['incorrect_password', '/currentPassword'],
    ['password_too_weak', '/newPassword'],
  ])('says %s at %s', async (code, field) => {
    const stage = rehearse(flow);
    stage.submit(change);
    await stage.call('changePassword').refuse(code, { message: 'No.' });
    expect(stage.view()).toMatchObject({ screen: 'change', refusal: { fields: { [field]: 'No.' } } });
  });
});
