// What signing in and confirming a save have in common: the steps that ask for a second factor, and the states that send it.
import type { Static } from 'typebox';
import { assign } from 'xstate';
import type { mfaCalls } from '#api/contract/mfa.ts';
import { show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowEvent, Refusal, Shown, ShownData } from '#engine/flow/flow.ts';
import { effectKey, refusalIn } from '#engine/flow/refusal.ts';
import { formStep } from '#engine/flow/step-states.ts';

declare module '#engine/flow/flow.ts' {
  interface ShownData {
    /** The second factors that the user has (F19-04). */
    mfaMethods: readonly string[];
    /** The step of the factor that the person chose, where they have several. */
    mfaWay: FactorStep;
    /** The last code that was sent by text message. */
    sentCode: Static<typeof mfaCalls.sendTextCode.reply>;
  }
}

type FactorStep = 'security-key' | 'code' | 'text-message';
type At = { context: FlowContext };
type By = { event: { type: string } };

const stepOf = { U2F_TOKEN: 'security-key', TOTP: 'code', SMSOTP: 'text-message' } as const;

/** The step that asks first for one of these factors. Every user of the second has recovery codes too. */
function firstStep(methods: readonly string[]): FactorStep {
  if (methods.includes('U2F_TOKEN')) return stepOf.U2F_TOKEN;
  return methods.includes('SMSOTP') && !methods.includes('TOTP') ? stepOf.SMSOTP : stepOf.TOTP;
}

/** The step that asks for the second factor. */
export function factorStep({ shown }: FlowContext): FactorStep {
  return shown.mfaWay ?? firstStep(shown.mfaMethods ?? []);
}

const methodsIn = ({ methods = [] }: Refusal): readonly string[] => methods;

function asksFirst(event: { type: string }, step: FactorStep): boolean {
  const refusal = refusalIn(event);
  return refusal.code === 'MFA_REQUIRED' && firstStep(methodsIn(refusal)) === step;
}

const has = ({ context: { shown } }: At, method: string): boolean => shown.mfaMethods?.includes(method) === true;

/** Guards of both machines. */
export const factorGuards = {
  asksForKey: ({ event }: By) => asksFirst(event, 'security-key'),
  asksForText: ({ event }: By) => asksFirst(event, 'text-message'),
  hasKey: (at: At) => has(at, 'U2F_TOKEN'),
  hasApp: (at: At) => has(at, 'TOTP'),
  standsAtKey: ({ context }: At) => factorStep(context) === 'security-key',
  standsAtText: ({ context }: At) => factorStep(context) === 'text-message',
  // The step of a security key takes codes of an app as well.
  hasOtherWay: (at: At) => has(at, 'SMSOTP') && (at.context.shown.mfaMethods ?? []).length > 1,
};

type Assigned = Parameters<typeof assign<FlowContext, FlowEvent, undefined, FlowEvent, never>>[0];
const assigned = (assignment: Assigned) => assign<FlowContext, FlowEvent, undefined, FlowEvent, never>(assignment);
const chooses = (mfaWay: FactorStep) => assigned(({ context }) => show(context, { mfaWay }));

/** Actions of both machines. */
export const factorActions = {
  passPassword: assigned({ passed: ['password'] }),
  keepMethods: assigned(({ context, event }) => {
    const { mfaWay: _, sentCode: __, ...shown } = context.shown;
    return { shown: { ...shown, mfaMethods: methodsIn(refusalIn(event)) } satisfies Shown };
  }),
  chooseKey: chooses('security-key'),
  chooseApp: chooses('code'),
  choosePhone: chooses('text-message'),
  keepSent: assigned(({ context, event }) => show(context, { sentCode: replyIn<ShownData['sentCode']>(event) })),
  keepReply: assigned(({ context, event }) => {
    const { user } = replyIn<Pick<ShownData, 'user'>>(event);
    return show(context, { user });
  }),
};

/** The field that says why a second factor was refused. */
export const refusedFactor = { INCORRECT_MFA_CODE: '/code', bad_u2f_input_format: '/code' } as const;

/** The effects of a second factor, with their errors. */
export const factorEffects = {
  confirmSignIn: {
    kind: 'security-key',
    errors: ['INCORRECT_MFA_CODE', 'bad_u2f_input_format', 'mfa_expired', 'account_disabled'],
  },
  sendTextCode: {
    errors: ['sms_gateway_missing', 'text_messages_exhausted', 'text_message_failed', 'no_phone_number', 'mfa_expired'],
  },
} as const;

/** The steps in `editing`: one for each factor, and the choice among them, which leads back alone. `also`: what each factor takes. */
export function factorSteps<const Back, const Also>(machine: string, { back, also }: { back?: Back; also?: Also }) {
  const steps = <const Screen extends FactorStep>(screen: Screen, next: string) =>
    formStep(screen, { next: `#${machine}.${next}`, ...(back && { back }) });
  const other = {
    'other.requested': { guard: 'hasOtherWay', target: 'other-way', actions: 'forgetRefusal' },
  } as const;
  const code = steps('code', 'confirming');
  const key = steps('security-key', 'confirmingInstead');
  const text = steps('text-message', 'confirmingText');
  return {
    code: { meta: code.meta, on: { ...code.on, ...other, ...also } },
    'security-key': {
      meta: key.meta,
      on: {
        ...key.on,
        ...other,
        ...also,
        'key.requested': { target: `#${machine}.touching`, actions: 'forgetRefusal' },
      },
    },
    'text-message': {
      meta: text.meta,
      on: {
        ...text.on,
        ...other,
        ...also,
        'text.requested': { target: `#${machine}.sendingCode`, actions: 'forgetRefusal' },
      },
    },
    'other-way': {
      meta: { screen: 'other-way' },
      on: {
        'key.requested': { guard: 'hasKey', target: `#${machine}.touching`, actions: 'chooseKey' },
        'code.requested': { guard: 'hasApp', target: 'code', actions: 'chooseApp' },
        // There is another way only where there is a phone number.
        'text.requested': { target: 'text-message', actions: 'choosePhone' },
        back: [
          { guard: 'standsAtKey', target: 'security-key' },
          { guard: 'standsAtText', target: 'text-message' },
          { target: 'code' },
        ],
      },
    },
  } as const;
}

/** Where a refusal that asks for a second factor leads. */
export function factorWays<const Action extends string>(actions: readonly Action[]) {
  return [
    { guard: 'asksForKey', target: 'touching', actions },
    { guard: 'asksForText', target: 'editing.text-message', actions },
    { guard: { type: 'refusedFor', params: { codes: ['MFA_REQUIRED'] } }, target: 'editing.code', actions },
  ] as const;
}

/** The states that send a factor, or have a code sent. `proven`: where a right one leads; `again`: where the password comes first again. */
export function factorStates<const Proven, const Action extends string>({
  proven,
  again,
}: {
  proven: Proven;
  again: readonly Action[];
}) {
  const refusals = <const Screen extends FactorStep>(screen: Screen) =>
    [
      {
        guard: { type: 'refusedFor', params: { codes: ['mfa_expired', 'account_disabled'] } },
        target: 'editing.password',
        actions: again,
      },
      { target: `editing.${screen}`, actions: ['keepRefusal', 'countAttempt'] },
    ] as const;
  const sends = <const Screen extends FactorStep>(id: string, screen: Screen, said: FactorStep | 'touching' = screen) =>
    ({
      meta: { screen, busy: true },
      invoke: {
        id,
        src: 'confirmSignIn',
        input: factorRequest(said),
        onDone: proven,
        onError: refusals(screen),
      },
    }) as const;
  return {
    // The browser asks; whoever cancels there may enter a code.
    touching: sends('touch', 'security-key', 'touching'),
    confirmingInstead: sends('confirmInstead', 'security-key'),
    confirming: sends('confirm', 'code'),
    confirmingText: sends('confirmText', 'text-message'),
    sendingCode: {
      meta: { screen: 'text-message', busy: true },
      invoke: {
        id: 'sendCode',
        src: 'sendTextCode',
        input: ({ context }: At): EffectInput => ({ key: effectKey(context, 'sendTextCode') }),
        onDone: { target: 'editing.text-message', actions: ['countAttempt', 'keepSent'] },
        onError: refusals('text-message'),
      },
    },
  } as const;
}

/** The request of a typed code, or of the security key: its effect fills in what the browser says. */
function factorRequest(said: FactorStep | 'touching') {
  return ({ context }: At): EffectInput => ({
    key: effectKey(context, 'confirmSignIn'),
    body:
      said === 'touching'
        ? { type: 'U2F_TOKEN', code: '' }
        : { type: said === 'text-message' ? 'SMSOTP' : 'TOTP', ...context.answers[said] },
  });
}
