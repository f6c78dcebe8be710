import { describe, expect, it } from 'vitest';
import { toDraft } from '#engine/flow/draft.ts';
import { fromDraft } from '#engine/flow/resume.ts';
import manifest from '#schemas/sign-in/flow.json';
import { flowOf, rehearse, screensOf } from '#tests/flows/rehearsal.ts';
import definition from './flow.ts';

const flow = flowOf(definition, manifest);
const password = { email: 'ada@example.com', password: 'correct horse battery' };

async function atCode() {
  const stage = rehearse(flow);
  stage.submit(password);
  await stage.call('signIn').refuse('MFA_REQUIRED');
  return stage;
}

describe('signing in', () => {
  it('ends with the user', async () => {
    const stage = rehearse(flow);
    stage.submit(password);
    // Whether there is a second step is not known yet, so none is shown that may go again.
    expect(stage.view()).toMatchObject({ screen: 'password', busy: true, total: 1 });
    expect(stage.call('signIn').input.body).toEqual(password);
    await stage.call('signIn').done({ resultCode: 'SUCCESS', user: { id: 1 } });
    expect(stage.output()).toEqual({ outcome: 'finished', reply: { id: 1 } });
  });

  it.each(['incorrect_credentials', 'account_disabled'])(
    'says %s at the password and keeps the email',
    async (code) => {
      const stage = rehearse(flow);
      stage.submit(password);
      await stage.call('signIn').refuse(code);
      expect(stage.view()).toMatchObject({
        state: 'editing.password',
        data: { email: 'ada@example.com' },
        refusal: { code },
      });
    },
  );

  it('asks the code where there is a second factor, and no longer holds the password', async () => {
    const stage = await atCode();
    expect(stage.view()).toMatchObject({
      screen: 'code',
      position: 2,
      total: 2,
      answers: { password: { email: 'ada@example.com' } },
    });
    expect(JSON.stringify(stage.snapshot().context)).not.toContain(password.password);
    expect(stage.view().refusal).toBeUndefined();
  });

  it('stays at the code after a wrong one (ruling 12)', async () => {
    const stage = await atCode();
    stage.submit({ code: '000000' });
    await stage.call('confirmSignIn').refuse('INCORRECT_MFA_CODE', { message: 'Error during MFA code verification' });
    expect(stage.view()).toMatchObject({
      state: 'editing.code',
      refusal: { fields: { '/code': 'Error during MFA code verification' } },
    });
    stage.submit({ code: '123456' });
    await stage.call('confirmSignIn').done({ user: { id: 1 } });
    expect(stage.output()?.outcome).toBe('finished');
  });

  it.each(['mfa_expired', 'account_disabled'])('goes back to the password with the reason on %s', async (code) => {
    const stage = await atCode();
    stage.submit({ code: '123456' });
    await stage.call('confirmSignIn').refuse(code);
    expect(stage.view()).toMatchObject({
      state: 'editing.password',
      refusal: { code },
      total: 1,
      data: { email: 'ada@example.com' },
    });
  });

  it('goes on at the code after a reload', async () => {
    const stage = await atCode();
    const screens = screensOf('sign-in');
    const { snapshot, notice } = fromDraft(
      flow,
      screens,
      JSON.parse(JSON.stringify(toDraft(flow, screens, stage.snapshot()))),
    );
    expect(notice).toBeUndefined();
    expect(rehearse(flow, {}, snapshot).state()).toBe('editing.code');
  });
});
