import type { systemCalls } from '#api/contract/system.ts';
import { signedIn } from '../access/signed-in.ts';
import { listActivities, listActivityPeople } from '../audit/activities.ts';
import { changesOf } from '../audit/changes.ts';
import { readDivision } from '../division/read-division.ts';
import { logPageError } from '../division/page-reports.ts';
import { systemOverview } from '../division/overview.ts';
import { saveDivision } from '../division/save-division.ts';
import { timeZones } from '../division/time-zones.ts';
import { listDrafts, readDraft, removeDraft, saveDraft } from '../drafts/drafts.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { nodeRoles } from '../nodes/node-roles.ts';
import { listNodes, readNode } from '../nodes/nodes.ts';
import { saveNode } from '../nodes/save-node.ts';
import {
  addWebhook,
  listDeliveries,
  listWebhooks,
  readDelivery,
  readWebhook,
  removeWebhook,
  saveWebhook,
} from '../webhooks/webhook-settings.ts';

const done = { resultCode: 'SUCCESS' } as const;

/** The live socket is not a handler: server/live serves it. */
export const systemHandlers: Handlers<Exclude<keyof typeof systemCalls, 'live'>> = {
  readDivision,
  saveDivision: async (context, { body }) => ({ ...done, division: await saveDivision(context, body) }),
  listTimeZones: async ({ now }) => timeZones(now),
  listNodeRoles: async () => [...nodeRoles],
  systemOverview: ({ db, actor }) => systemOverview(db, actor),
  reportError: async (context, { body }) => {
    logPageError(context, body);
    return done;
  },
  reportTrace: async ({ log, userAgent }, { body }) => {
    log.info({ pageTrace: body, userAgent }, 'a trace of the page');
    return done;
  },

  listActivities: ({ db, actor, services }, { query }) => listActivities(db, actor, services.screens, query),
  listActivityPeople: ({ db, actor }) => listActivityPeople(db, actor),
  verifyAudit: ({ services }) => services.auditTrail.verify(),

  listDrafts: ({ db, actor, now }, { query }) => listDrafts(db, signedIn(actor).userId, query, now),
  readDraft: ({ db, services, actor, now }, { params }) =>
    readDraft(db, services.secrets, signedIn(actor).userId, params.id, now),
  // Drafts are the user's own scratch paper: typing would drown the audit trail, so neither call writes a row.
  saveDraft: async ({ db, actor, services, now, announce }, { params, body }) => {
    const { userId } = signedIn(actor);
    const { changed, ...kept } = await saveDraft(db, services, userId, params.id, body, now);
    if (changed) await announce('draft', [params.id]);
    return { ...done, ...kept };
  },
  removeDraft: async ({ db, actor, now, announce }, { params }) => {
    if (await removeDraft(db, signedIn(actor).userId, params.id, now)) await announce('draft', [params.id]);
    return done;
  },

  listNodes: ({ db, actor }, { query }) => listNodes(db, actor, query),
  readNode: ({ db, actor }, { params }) => readNode(db, actor, params.id),
  saveNode: async (context, { params, body }) => {
    await saveNode(context, params.id, body);
    return { ...done, node: await readNode(context.db, context.actor, params.id) };
  },

  listWebhooks: (context) => listWebhooks(context),
  readWebhook: (context, { params }) => readWebhook(context, params.id),
  addWebhook: async (context, { body }) => {
    const added = await addWebhook(context, body);
    const { id, name, url, events, custom } = added.webhook;
    await auditWebhook(context, 'WEBHOOK_CREATED', id, `Added the event subscription “${name}”`, {
      ...custom,
      url,
      events,
    });
    return { ...done, ...added };
  },
  saveWebhook: async (context, { params, body }) => {
    const before = await readWebhook(context, params.id);
    const webhook = await saveWebhook(context, params.id, body);
    const { id, name } = webhook;
    const changes = changesOf(auditable(before), auditable(webhook), ['url']);
    await auditWebhook(context, 'WEBHOOK_UPDATED', id, `Changed the event subscription “${name}”`, changes);
    return { ...done, webhook };
  },
  removeWebhook: async (context, { params }) => {
    const name = await removeWebhook(context.db, params.id);
    await auditWebhook(context, 'WEBHOOK_DELETED', params.id, `Removed the event subscription “${name}”`);
    return done;
  },
  testWebhook: async (context, { params }) => {
    const { db, services, now } = context;
    await readWebhook({ db, services }, params.id);
    const delivery = await services.webhooks.test(params.id, now);
    await context.transaction((tx) =>
      auditWebhook(tx, 'WEBHOOK_TESTED', params.id, 'Sent a test event to an event subscription'),
    );
    return { ...done, delivery: await readDelivery(db, delivery) };
  },
  listDeliveries: ({ db }, { params }) => listDeliveries(db, params.id),
};

/** An address may hold a key of whoever it belongs to. */
function auditable({ custom, name, url, events, enabled }: Awaited<ReturnType<typeof readWebhook>>) {
  return { ...custom, name, url, events, enabled };
}

async function auditWebhook(
  context: CallContext,
  action: string,
  entityId: number,
  summary: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  await context.audit({ action, entityType: 'WEBHOOK', entityId, summary, ...(detail && { detail }) });
  await context.announce('division', [1]);
}
