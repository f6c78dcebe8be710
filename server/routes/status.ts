import type { statusCalls } from '#api/contract/status.ts';
import type { CallContext, Handlers } from '../http/handler.ts';
import {
  addStatusPage,
  listStatusChoices,
  listStatusPages,
  readStatusPage,
  removeStatusPage,
  renewStatusAddress,
  saveStatusPage,
  type StatusPageReply,
} from '../status/status-pages.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const statusHandlers: Handlers<keyof typeof statusCalls> = {
  listStatusPages: ({ db }) => listStatusPages(db),
  listStatusChoices: ({ db }) => listStatusChoices(db),
  readStatusPage: ({ db }, { params }) => readStatusPage(db, params.id),
  addStatusPage: async (context, { body }) => {
    const id = await addStatusPage(context, body);
    return { ...done, statusPage: await told(context, 'CREATED', 'Added', id) };
  },
  saveStatusPage: async (context, { params, body }) => {
    await saveStatusPage(context, params.id, body);
    return { ...done, statusPage: await told(context, 'UPDATED', 'Changed', params.id) };
  },
  renewStatusAddress: async (context, { params }) => {
    await renewStatusAddress(context, params.id);
    return { ...done, statusPage: await told(context, 'UPDATED', 'Made a new address for', params.id) };
  },
  removeStatusPage: async (context, { params }) => {
    const title = await removeStatusPage(context.db, params.id);
    await tell(context, 'DELETED', params.id, `Removed the status page “${title}”`);
    return done;
  },
  readPublicStatus: ({ services, now }, { params, query }) => services.publicStatus.read(params.slug, query.zone, now),
};

/** The page as it stands, after its change was told. Its address is no part of the trail: who has it may read the page. */
async function told(context: CallContext, what: string, verb: string, id: number): Promise<StatusPageReply> {
  const page = await readStatusPage(context.db, id);
  const { title, addressType, enabled, monitors } = page;
  await tell(context, what, id, `${verb} the status page “${title}”`, {
    addressType,
    enabled,
    monitors: monitors.map(({ monitorId, name }) => ({ monitorId, name })),
  });
  return page;
}

async function tell(
  context: CallContext,
  what: string,
  entityId: number,
  summary: string,
  detail?: Record<string, unknown>,
): Promise<void> {
  await context.audit({
    action: `STATUS_PAGE_${what}`,
    entityType: 'STATUS_PAGE',
    entityId,
    summary,
    ...(detail && { detail }),
  });
  await context.announce('status-page', [entityId]);
}
