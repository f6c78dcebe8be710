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

/** The subject is the id of an organization, or one of these and ids: `devices:7,8`, `user:3`. */
const kinds = ['devices', 'user', 'policy', 'ticketTemplate'] as const;
type Kind = 'organization' | (typeof kinds)[number];

function kindOf({ subject = '' }: FlowContext): Kind {
  return kinds.find((kind) => subject.startsWith(`${kind}:`)) ?? 'organization';
}

const idsOf = ({ subject = '' }: FlowContext): string => subject.slice(subject.indexOf(':') + 1);

function nodeIds(context: FlowContext): number[] {
  return idsOf(context).split(',').filter(Boolean).map(Number);
}

const kindWords = { organization: 'organization', devices: 'device', user: 'user', policy: 'policy' } as const;

function wordsOf(context: FlowContext, { name, blockers }: Plan): Record<string, string> {
  const kind = kindOf(context);
  const several = kind === 'devices' && nodeIds(context).length > 1;
  const [first] = blockers;
  return {
    what: several ? name : `“${name}”`,
    kind: several ? name : kind === 'ticketTemplate' ? 'ticket template' : kindWords[kind],
    reason: first?.message ?? '',
  };
}

const byId = (context: FlowContext): EffectInput => ({ params: { id: idsOf(context) } });
const byNodeIds = (context: FlowContext): EffectInput => ({ body: { nodeIds: nodeIds(context) } });
const keyed =
  (name: string, input: typeof byId) =>
  (context: FlowContext): EffectInput => ({
    key: effectKey(context, name),
    ...input(context),
  });

const plans = {
  planOrganizationDeletion: byId,
  planDeviceDeletion: byNodeIds,
  planUserDeletion: byId,
  planPolicyDeletion: byId,
  planTicketTemplateDeletion: byId,
};
const removals = {
  removeOrganization: keyed('removeOrganization', byId),
  removeDevices: keyed('removeDevices', byNodeIds),
  removeUser: keyed('removeUser', byId),
  removePolicy: keyed('removePolicy', byId),
  removeTicketTemplate: keyed('removeTicketTemplate', byId),
};

/** The plan is read; it leads to the question, or says what blocks. */
function planning<const Src extends keyof typeof plans>(src: Src) {
  return {
    meta: { screen: 'planning', busy: true },
    invoke: {
      id: 'plan',
      src,
      input: ({ context }: { context: FlowContext }) => plans[src](context),
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
function deleting<const Src extends keyof typeof removals>(src: Src) {
  return {
    meta: { screen: 'deleting', busy: true },
    invoke: {
      id: 'delete',
      src,
      input: ({ context }: { context: FlowContext }) => removals[src](context),
      onDone: { target: 'finished', actions: ['countAttempt', 'keepDeleted'] },
      onError: [
        { guard: 'isUncertain', target: 'unsure', actions: ['keepRefusal', 'sayReason'] },
        { target: 'failed', actions: ['keepRefusal', 'countAttempt', 'sayReason'] },
      ],
    },
  } as const;
}

const ways = (doing: 'planning' | 'deleting') =>
  [
    { guard: 'isOfDevices', target: `${doing}Devices`, actions: 'forgetRefusal' },
    { guard: 'isOfUser', target: `${doing}User`, actions: 'forgetRefusal' },
    { guard: 'isOfPolicy', target: `${doing}Policy`, actions: 'forgetRefusal' },
    { guard: 'isOfTicketTemplate', target: `${doing}TicketTemplate`, actions: 'forgetRefusal' },
    { target: `${doing}Organization`, actions: 'forgetRefusal' },
  ] as const;

/** Deletes an organization, devices, a user, a policy or a ticket template once the server's plan of what goes was seen and confirmed (F10-03). */
export const deletionMachine = stepSetup(Object.keys({ ...plans, ...removals }), { steps: stepsOf })
  .extend({
    guards: {
      isOfDevices: ({ context }) => kindOf(context) === 'devices',
      isOfUser: ({ context }) => kindOf(context) === 'user',
      isOfPolicy: ({ context }) => kindOf(context) === 'policy',
      isOfTicketTemplate: ({ context }) => kindOf(context) === 'ticketTemplate',
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
      opening: { always: ways('planning') },
      planningOrganization: planning('planOrganizationDeletion'),
      planningDevices: planning('planDeviceDeletion'),
      planningUser: planning('planUserDeletion'),
      planningPolicy: planning('planPolicyDeletion'),
      planningTicketTemplate: planning('planTicketTemplateDeletion'),
      planned: {
        meta: { screen: 'plan' },
        on: { confirmed: ways('deleting'), closed: 'closed' },
      },
      blocked: {
        meta: { screen: 'blocked' },
        on: { retried: { target: 'opening', actions: 'forgetRefusal' }, closed: 'closed' },
      },
      deletingOrganization: deleting('removeOrganization'),
      deletingDevices: deleting('removeDevices'),
      deletingUser: deleting('removeUser'),
      deletingPolicy: deleting('removePolicy'),
      deletingTicketTemplate: deleting('removeTicketTemplate'),
      unsure: {
        meta: { screen: 'unsure' },
        // The same request again, by the same key.
        on: { retried: ways('deleting'), closed: 'closed' },
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
