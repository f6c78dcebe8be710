// What signing in and confirming a save have in common: the steps that ask for a second factor, and the states that send it.
import type { EffectInput, FlowContext, Refusal } from '#engine/flow/flow.ts';
import { effectKey, refusalIn } from '#engine/flow/refusal.ts';
import { formStep } from '#engine/flow/step-states.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** The second factors that the user has (F19-04). */
    mfaMethods: readonly string[];
  }
}

const KEY = 'U2F_TOKEN';

/** The step that asks for the second factor. */
export function factorStep({ shown }: FlowContext): 'security-key' | 'code' {
  return shown.mfaMethods?.includes(KEY) === true ? 'security-key' : 'code';
}

export const methodsIn = ({ methods = [] }: Refusal): readonly string[] => methods;

/** Whether the refusal asks for a second factor of a user who has a security key. */
export function asksForKey(event: { type: string }): boolean {
  const refusal = refusalIn(event);
  return refusal.code === 'MFA_REQUIRED' && methodsIn(refusal).includes(KEY);
}

/** The field that says why a second factor was refused. */
export const refusedFactor = { INCORRECT_MFA_CODE: '/code', bad_u2f_input_format: '/code' } as const;

export const factorErrors = ['INCORRECT_MFA_CODE', 'bad_u2f_input_format', 'mfa_expired', 'account_disabled'] as const;

/** The steps in `editing`: a code, or the security key with a code instead. */
export function factorSteps<const Back>(machine: string, back?: Back) {
  const { meta, on } = formStep('security-key', { next: `#${machine}.confirmingInstead`, ...(back && { back }) });
  return {
    code: formStep('code', { next: `#${machine}.confirming`, ...(back && { back }) }),
    'security-key': {
      meta,
      on: { ...on, 'key.requested': { target: `#${machine}.touching`, actions: 'forgetRefusal' } },
    },
  } as const;
}

/** The request of a typed code, or of the security key: its effect fills in what the browser says. */
export const factorRequest =
  (screen: 'code' | 'security-key' | 'touching') =>
  ({ context }: { context: FlowContext }): EffectInput => ({
    key: effectKey(context, 'confirmSignIn'),
    body: screen === 'touching' ? { type: KEY, code: '' } : { type: 'TOTP', ...context.answers[screen] },
  });
