import type { webhookCalls } from '#api/contract/webhooks.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
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

export const webhookHandlers: Handlers<keyof typeof webhookCalls> = {
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
