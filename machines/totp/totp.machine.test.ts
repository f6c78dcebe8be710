import { describe, expect, it } from 'vitest';
import { toDraft } from '#engine/flow/draft.ts';
import manifest from '#schemas/totp/flow.json';
import { flowOf, rehearse, screensOf } from '#tests/flows/rehearsal.ts';
import definition from './flow.ts';

const flow = flowOf(definition, manifest);
const enrolment = { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qrSvg: '<svg/>' };

async function atCode() {
  const stage = rehearse(flow);
  stage.submit({ password: 'correct horse battery' });
  await stage.call('beginTotp').done(enrolment);
  return stage;
}

describe('setting up an authenticator app', () => {
  it('shows the code to scan, then the recovery codes', async () => {
    const stage = await atCode();
    expect(stage.view()).toMatchObject({ screen: 'code', shown: { enrolment }, answers: {} });
    stage.submit({ code: '123456' });
    await stage.call('confirmTotp').done({ resultCode: 'SUCCESS', recoveryCodes: ['2345-abcd'] });
    expect(stage.view()).toMatchObject({ screen: 'recovery-codes', shown: { recoveryCodes: ['2345-abcd'] } });
    expect(stage.view().shown).not.toHaveProperty('enrolment');
    stage.send({ type: 'confirmed' });
    expect(stage.output()).toEqual({ outcome: 'finished' });
  });

  it('keeps neither the secret nor the recovery codes in a draft', async () => {
    const stage = await atCode();
    expect(JSON.stringify(toDraft(flow, screensOf('totp'), stage.snapshot()))).not.toContain('ABCDEFGH');
  });

  it('keeps showing the code to scan after a wrong one', async () => {
    const stage = await atCode();
    stage.submit({ code: '000000' });
    await stage.call('confirmTotp').refuse('INCORRECT_MFA_CODE', { message: 'Error during MFA code verification' });
    expect(stage.view()).toMatchObject({
      screen: 'code',
      shown: { enrolment },
      refusal: { fields: { '/code': 'Error during MFA code verification' } },
    });
  });

  it('begins again when the enrolment ran out', async () => {
    const stage = await atCode();
    stage.submit({ code: '123456' });
    await stage.call('confirmTotp').refuse('totp_not_enabled');
    expect(stage.view()).toMatchObject({ screen: 'password', shown: {}, refusal: { code: 'totp_not_enabled' } });
  });

  it('says so when there is one already', async () => {
    const stage = rehearse(flow);
    stage.submit({ password: 'correct horse battery' });
    await stage.call('beginTotp').refuse('totp_already_enabled');
    expect(stage.view().screen).toBe('already-enabled');
  });
});
