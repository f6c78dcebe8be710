import type { installerCalls } from '#api/contract/installer.ts';
import { changesOf } from '../audit/changes.ts';
import type { CallContext } from '../context.ts';
import type { Handlers } from '../http/handler.ts';
import { checkBeforeUpload } from '../installers/check-installer.ts';
import {
  addInstaller,
  listReviewed,
  readAttachments,
  readInstaller,
  requireInstallable,
  saveInstaller,
  signInstaller,
  type InstallReply,
} from '../installers/installers.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const installerHandlers: Handlers<keyof typeof installerCalls> = {
  checkInstallAutomation: async (context, { body }) => {
    checkBeforeUpload(context.services, body);
    await requireInstallable(context, body);
    return done;
  },
  readInstallAutomation: (context, { params }) => readInstaller(context, params.id),
  addInstallAutomation: async (context, { body }) => {
    const automation = await addInstaller(context, body);
    const summary = `Added the install automation “${automation.name}”`;
    await record(context, 'CREATED', automation.id, summary, changesOf({}, auditable(automation)));
    return { ...done, automation };
  },
  saveInstallAutomation: async (context, { params, body }) => {
    const before = await readInstaller(context, params.id);
    const automation = await saveInstaller(context, params.id, body);
    const detail = changesOf(auditable(before), auditable(automation));
    await record(context, 'UPDATED', params.id, `Changed the install automation “${automation.name}”`, detail);
    return { ...done, automation };
  },
  readInstallAttachments: (context, { params }) => readAttachments(context, params.id),
  signAttachment: (context, { params }) => signInstaller(context, params.id),
  listMalwareScans: (context, { params }) => listReviewed(context, params.status),
};

function auditable(automation: InstallReply) {
  const { id: _, revision: __, attachmentId: ___, ...told } = automation;
  return told;
}

/** Writes the audit row and tells open pages, in the transaction of the change. */
async function record(
  context: CallContext,
  what: 'CREATED' | 'UPDATED',
  entityId: number,
  summary: string,
  detail: object,
): Promise<void> {
  await context.audit({ action: `SCRIPT_${what}`, entityType: 'SCRIPT', entityId, summary, detail: { ...detail } });
  await context.announce('script', [entityId]);
}
