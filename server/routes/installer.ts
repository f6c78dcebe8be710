import type { installerCalls } from '#api/contract/installer.ts';
import { changesOf } from '../audit/changes.ts';
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
import { scanAgain } from '../installers/scan-again.ts';
import { recordAutomation } from './record-automation.ts';

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
    await recordAutomation(context, 'CREATED', automation.id, summary, changesOf({}, auditable(automation)));
    return { ...done, automation };
  },
  saveInstallAutomation: async (context, { params, body }) => {
    const before = await readInstaller(context, params.id);
    const automation = await saveInstaller(context, params.id, body);
    const detail = changesOf(auditable(before), auditable(automation));
    await recordAutomation(
      context,
      'UPDATED',
      params.id,
      `Changed the install automation “${automation.name}”`,
      detail,
    );
    return { ...done, automation };
  },
  readInstallAttachments: (context, { params }) => readAttachments(context, params.id),
  signAttachment: (context, { params, query }) => signInstaller(context, params.id, query),
  scanAttachment: async (context, { params, body }) => {
    const { automation, file } = await scanAgain(context, params.id, body.attachmentId);
    const summary = `Scans the file “${file}” of the install automation “${automation}” again`;
    await recordAutomation(context, 'UPDATED', params.id, summary, {});
    return done;
  },
  listMalwareScans: (context, { params }) => listReviewed(context, params.status),
};

function auditable(automation: InstallReply) {
  const { id: _, revision: __, attachmentId: ___, keptHelperFiles: ____, keptCustomIcon: _____, ...told } = automation;
  return told;
}
