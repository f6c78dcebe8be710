import { assign } from 'xstate';
import { beginning, show } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey, isUncertain, refusalIn } from '#engine/flow/refusal.ts';
import { stepSetup } from '#engine/flow/step-machine.ts';

/** The plan is no form: nothing is asked. */
export function stepsOf(): string[] {
  return [];
}

type Plan = ShownData['deletionPlan'];
const planIn = (event: { type: string }) => replyIn<Plan>(event);

/** The subject is the id of an organization, or `devices:7,8`. */
const ofDevices = 'devices:';

function isOrganization({ subject }: FlowContext): boolean {
  return subject !== undefined && !subject.startsWith(ofDevices);
}

function nodeIds({ subject = '' }: FlowContext): number[] {
  return subject.slice(ofDevices.length).split(',').filter(Boolean).map(Number);
}

function wordsOf(context: FlowContext, { name, blockers }: Plan): Record<string, string> {
  const devices = isOrganization(context) ? 0 : nodeIds(context).length;
  const [first] = blockers;
  return {
    what: devices > 1 ? name : `“${name}”`,
    kind: isOrganization(context) ? 'organization' : devices > 1 ? name : 'device',
    reason: first?.message ?? '',
  };
}

const requests = {
  planOrganizationDeletion: ({ subject = '' }: FlowContext): EffectInput => ({ params: { id: subject } }),
  planDeviceDeletion: (context: FlowContext): EffectInput => ({ body: { nodeIds: nodeIds(context) } }),
  removeOrganization: (context: FlowContext): EffectInput => ({
    key: effectKey(context, 'removeOrganization'),
    params: { id: context.subject ?? '' },
  }),
  removeDevices: (context: FlowContext): EffectInput => ({
    key: effectKey(context, 'removeDevices'),
    body: { nodeIds: nodeIds(context) },
  }),
};

/** The plan is read; it leads to the question, or says what blocks. */
function planning<const Src extends 'planOrganizationDeletion' | 'planDeviceDeletion'>(src: Src) {
  return {
    meta: { screen: 'planning', busy: true },
    invoke: {
      id: 'plan',
      src,
      input: ({ context }: { context: FlowContext }) => requests[src](context),
      onDone: [
        { guard: 'isBlocked', target: 'blocked', actions: ['keepPlan', 'forgetRefusal'] },
        { target: 'planned', actions: ['keepPlan', 'forgetRefusal'] },
      ],
      onError: { target: 'failed', actions: ['keepRefusal', 'sayReason'] },
    },
    on: { closed: 'closed' },
  } as const;
}

/** Once it is sent there is no way out: its reply says what became of it. */
function deleting<const Src extends 'removeOrganization' | 'removeDevices'>(src: Src) {
  return {
    meta: { screen: 'deleting', busy: true },
    invoke: {
      id: 'delete',
      src,
      input: ({ context }: { context: FlowContext }) => requests[src](context),
      onDone: { target: 'finished', actions: ['countAttempt', 'keepDeleted'] },
      onError: [
        { guard: 'isUncertain', target: 'unsure', actions: ['keepRefusal', 'sayReason'] },
        { target: 'failed', actions: ['keepRefusal', 'countAttempt', 'sayReason'] },
      ],
    },
  } as const;
}

const ways = (organization: string, devices: string) =>
  [
    { guard: 'isOrganization', target: organization, actions: 'forgetRefusal' },
    { target: devices, actions: 'forgetRefusal' },
  ] as const;

/** Deletes an organization or devices once the server's plan of what goes was seen and confirmed (F10-03). */
export const deletionMachine = stepSetup(Object.keys(requests), { steps: stepsOf })
  .extend({
    guards: {
      isOrganization: ({ context }) => isOrganization(context),
      isBlocked: ({ event }) => planIn(event).verdict === 'BLOCKED',
      isUncertain: ({ event }) => isUncertain(refusalIn(event).code),
    },
    actions: {
      keepPlan: assign(({ context, event }) => ({
        ...show(context, { deletionPlan: planIn(event) }),
        words: wordsOf(context, planIn(event)),
      })),
      keepDeleted: assign(({ context, event }) => show(context, { saved: replyIn(event) })),
    },
  })
  .createMachine({
    id: 'deletion',
    context: ({ input }) => beginning(input),
    output: ({ event }) => (event as { output?: unknown }).output as FlowOutput,
    initial: 'opening',
    states: {
      opening: { always: ways('planningOrganization', 'planningDevices') },
      planningOrganization: planning('planOrganizationDeletion'),
      planningDevices: planning('planDeviceDeletion'),
      planned: {
        meta: { screen: 'plan' },
        on: { confirmed: ways('deletingOrganization', 'deletingDevices'), closed: 'closed' },
      },
      blocked: {
        meta: { screen: 'blocked' },
        on: { retried: { target: 'opening', actions: 'forgetRefusal' }, closed: 'closed' },
      },
      deletingOrganization: deleting('removeOrganization'),
      deletingDevices: deleting('removeDevices'),
      unsure: {
        meta: { screen: 'unsure' },
        // The same request again, by the same key.
        on: { retried: ways('deletingOrganization', 'deletingDevices'), closed: 'closed' },
      },
      failed: {
        meta: { screen: 'failed' },
        on: { retried: { target: 'opening', actions: 'forgetRefusal' }, closed: 'closed' },
      },
      finished: {
        type: 'final',
        // Whoever opened it offers the undo, which a toast of flows cannot.
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.saved, told: true }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
