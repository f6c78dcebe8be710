import type { directoryCalls } from '#api/contract/directory.ts';
import { applyJob } from '../directory/apply-job.ts';
import { browse, readComputers, validateCredential } from '../directory/ask-directory.ts';
import { listDevices, retryDeployment, setStatus } from '../directory/devices.ts';
import { listDomainControllers } from '../directory/domain-controllers.ts';
import { startPreflight } from '../directory/start-preflight.ts';
import { readSettings } from '../directory/settings.ts';
import type { Handlers } from '../http/handler.ts';

export const directoryHandlers: Handlers<keyof typeof directoryCalls> = {
  listDomainControllers: (context, { query }) => listDomainControllers(context, query),
  readDirectorySettings: (context, { query }) => readSettings(context, query),
  browseDirectory: (context, { body }) => browse(context, body),
  readDirectory: (context, { body }) => readComputers(context, body),
  validateDirectoryCredential: (context, { body }) => validateCredential(context, body),
  applyDirectoryJob: (context, { params, body }) => applyJob(context, params.id, body),
  listDirectoryDevices: (context, { query }) => listDevices(context, query),
  preflightDirectoryDevices: (context, { body }) => startPreflight(context, body),
  async setDirectoryStatus(context, { params, body }) {
    await setStatus(context, params.id, body);
    return { resultCode: 'SUCCESS' };
  },
  async retryDeployment(context, { params, body }) {
    await retryDeployment(context, params.id, body);
    return { resultCode: 'SUCCESS' };
  },
};
