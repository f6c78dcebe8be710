import { and, assign } from 'xstate';
import { beginning, show, submitted } from '#engine/flow/answers.ts';
import { replyIn } from '#engine/flow/effects.ts';
import type { EffectInput, FlowContext, FlowOutput, ShownData } from '#engine/flow/flow.ts';
import { effectKey, isUncertain, refusalIn } from '#engine/flow/refusal.ts';
import { jobSetup } from '#engine/flow/job-machine.ts';
import { jobState } from '#engine/flow/job-state.ts';

/** The plan is no form: nothing is asked. */
export function stepsOf(): string[] {
  return [];
}

/** Devices whose backup data one deletion takes along, as the contract has it (`mostErased`); the test holds the two together. */
const MOST_ERASED = 100;

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
    name,
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

/** With the backup data of the devices, for good. */
const erasings = {
  removeOrganizationWithBackupData: keyed('removeOrganizationWithBackupData', byId),
  removeDevicesWithBackupData: keyed('removeDevicesWithBackupData', byNodeIds),
};

function backupQuery(context: FlowContext): EffectInput {
  const id = idsOf(context);
  return { query: kindOf(context) === 'devices' ? { nodeId: id } : { customerId: id } };
}

/** The server follows the devices. Stopped, nothing but image files is deleted. */
function erasing<const Src extends keyof typeof erasings>(src: Src) {
  return jobState(src, {
    screen: 'erasing',
    request: erasings[src],
    onDone: { target: 'finished', actions: ['keepDeleted'] },
    unless: [{ guard: 'isUncertainJob', target: 'lost', actions: ['sayReason'] }],
    onRefused: { target: 'kept', actions: ['sayReason'] },
  });
}

/** The plan is read; it leads to the question, or says what blocks. */
function planning<const Src extends keyof typeof plans, const Way extends object>(src: Src, ways: readonly Way[]) {
  return {
    meta: { screen: 'planning', busy: true },
    invoke: {
      id: 'plan',
      src,
      input: ({ context }: { context: FlowContext }) => plans[src](context),
      onDone: [{ guard: 'isBlocked', target: 'blocked', actions: 'keepPlan' }, ...ways],
      onError: { target: 'failed', actions: ['keepRefusal', 'sayReason'] },
    },
    on: { closed: 'closed' },
  } as const;
}

const asked = { target: 'planned', actions: 'keepPlan' } as const;
/** Devices may have backup data. */
const checked = { target: 'checkingBackups', actions: 'keepPlan' } as const;

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
    { guard: 'isOfDevices', target: `${doing}Devices` },
    { guard: 'isOfUser', target: `${doing}User` },
    { guard: 'isOfPolicy', target: `${doing}Policy` },
    { guard: 'isOfTicketTemplate', target: `${doing}TicketTemplate` },
    { target: `${doing}Organization` },
  ] as const;

const withDevices = <const Doing extends 'deleting' | 'erasing'>(doing: Doing) =>
  [{ guard: 'isOfDevices', target: `${doing}Devices` }, { target: `${doing}Organization` }] as const;

/** Deletes an organization, devices, a user, a policy or a ticket template once the server's plan of what goes was seen and confirmed (F10-03). */
export const deletionMachine = jobSetup(Object.keys({ ...plans, ...removals, ...erasings, checkBackupData: {} }), {
  steps: stepsOf,
})
  .extend({
    guards: {
      isOfDevices: ({ context }) => kindOf(context) === 'devices',
      isOfUser: ({ context }) => kindOf(context) === 'user',
      isOfPolicy: ({ context }) => kindOf(context) === 'policy',
      isOfTicketTemplate: ({ context }) => kindOf(context) === 'ticketTemplate',
      isBlocked: ({ event }) => planIn(event).verdict === 'BLOCKED',
      isUncertain: ({ event }) => isUncertain(refusalIn(event).code),
      isUncertainJob: ({ event }) => isUncertain(refusalIn(event).code),
      // One deletion takes the backup data of so many devices along, and the query names no more.
      areFew: ({ context }) => nodeIds(context).length <= MOST_ERASED,
      hasBackups: ({ event }) => replyIn<ShownData['backupData']>(event).deviceCount > 0,
      // F10-03
      isNamed: ({ context, event }) =>
        String(submitted(event)['confirmation'] ?? '').trim() === context.shown.deletionPlan?.name,
    },
    actions: {
      keepPlan: assign(({ context, event }) => ({
        // What an earlier look found and somebody answered is over.
        shown: { deletionPlan: planIn(event) },
        answers: {},
        words: wordsOf(context, planIn(event)),
      })),
      keepBackups: assign(({ context, event }) => show(context, { backupData: replyIn(event) })),
      refuseName: assign(({ context }) => ({
        refusal: {
          code: 'invalid_input',
          message: 'The name is not the same',
          fields: { '/confirmation': `Type ${context.shown.deletionPlan?.name ?? ''}` },
        },
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
      planningOrganization: planning('planOrganizationDeletion', [checked]),
      planningDevices: planning('planDeviceDeletion', [{ guard: 'areFew', ...checked }, asked]),
      planningUser: planning('planUserDeletion', [asked]),
      planningPolicy: planning('planPolicyDeletion', [asked]),
      planningTicketTemplate: planning('planTicketTemplateDeletion', [asked]),
      planned: {
        meta: { screen: 'plan' },
        on: { confirmed: ways('deleting'), closed: 'closed' },
      },
      checkingBackups: {
        meta: { screen: 'planning', busy: true },
        invoke: {
          id: 'backups',
          src: 'checkBackupData',
          input: ({ context }) => backupQuery(context),
          onDone: [{ guard: 'hasBackups', target: 'choosing', actions: 'keepBackups' }, { target: 'planned' }],
          onError: { target: 'failed', actions: ['keepRefusal', 'sayReason'] },
        },
        on: { closed: 'closed' },
      },
      // F10-03: the backup data is kept unless somebody chooses otherwise.
      choosing: {
        meta: { screen: 'plan-backups' },
        on: { confirmed: withDevices('deleting'), 'erase.requested': 'confirming', closed: 'closed' },
      },
      confirming: {
        meta: { screen: 'confirm' },
        on: {
          'step.changed': { guard: { type: 'changes', params: { screen: 'confirm' } }, actions: 'keepChange' },
          'step.submitted': [
            {
              guard: and([{ type: 'submits', params: { screen: 'confirm' } }, 'isNamed']),
              target: 'beginning',
              actions: 'keepAnswers',
            },
            {
              guard: { type: 'submits', params: { screen: 'confirm' } },
              actions: ['keepAnswers', 'refuseName'],
            },
          ],
          back: 'choosing',
        },
        exit: 'forgetRefusal',
      },
      beginning: {
        always: withDevices('erasing'),
      },
      erasingOrganization: erasing('removeOrganizationWithBackupData'),
      erasingDevices: erasing('removeDevicesWithBackupData'),
      // The same run is attached to: there is no other way while it may go on.
      lost: {
        meta: { screen: 'lost' },
        on: { retried: 'beginning', closed: 'closed' },
        exit: 'forgetRefusal',
      },
      kept: {
        meta: { screen: 'kept' },
        on: { retried: 'beginning', confirmed: withDevices('deleting'), closed: 'closed' },
        exit: 'forgetRefusal',
      },
      blocked: {
        meta: { screen: 'blocked' },
        on: { retried: 'opening', closed: 'closed' },
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
        exit: 'forgetRefusal',
      },
      failed: {
        meta: { screen: 'failed' },
        on: { retried: 'opening', closed: 'closed' },
        exit: 'forgetRefusal',
      },
      finished: {
        type: 'final',
        // Whoever opened it offers the undo, which a toast of flows cannot.
        output: ({ context }): FlowOutput => ({ outcome: 'finished', reply: context.shown.saved, told: true }),
      },
      closed: { type: 'final', output: { outcome: 'closed' } satisfies FlowOutput },
    },
  });
