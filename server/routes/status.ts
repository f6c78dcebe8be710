import type { statusCalls } from '#api/contract/status.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
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
  listStatusPages: (context) => listStatusPages(context),
  listStatusChoices: ({ db }) => listStatusChoices(db),
  readStatusPage: (context, { params }) => readStatusPage(context, params.id),
  addStatusPage: async (context, { body }) => {
    const id = await addStatusPage(context, body);
    return { ...done, statusPage: await told(context, 'CREATED', 'Added', id) };
  },
  saveStatusPage: async (context, { params, body }) => {
    const before = await readStatusPage(context, params.id);
    await saveStatusPage(context, params.id, body);
    return { ...done, statusPage: await told(context, 'UPDATED', 'Changed', params.id, before) };
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
async function told(
  context: CallContext,
  what: string,
  verb: string,
  id: number,
  before?: StatusPageReply,
): Promise<StatusPageReply> {
  const page = await readStatusPage(context, id);
  const detail = before ? changesOf(auditable(before), auditable(page)) : auditable(page);
  await tell(context, what, id, `${verb} the status page “${page.title}”`, detail);
  return page;
}

function auditable({ custom, title, addressType, enabled, monitors }: StatusPageReply) {
  const shown = monitors.map(({ monitorName, name }) => ({ monitorName, name }));
  return { ...custom, title, addressType, enabled, monitors: shown };
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
