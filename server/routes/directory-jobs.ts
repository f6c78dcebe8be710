import type { directoryJobCalls } from '#api/contract/directory-jobs.ts';
import { listJobs, readJob } from '../directory/jobs/read-jobs.ts';
import { runNow } from '../directory/jobs/run-now.ts';
import { addJob, checkJob, removeJob, saveJob } from '../directory/jobs/save-job.ts';
import type { Handlers } from '../http/handler.ts';

export const directoryJobHandlers: Handlers<keyof typeof directoryJobCalls> = {
  listDirectoryJobs: (context, { query }) => listJobs(context, query),
  readDirectoryJob: (context, { params }) => readJob(context, params.id),
  checkDirectoryJob: (context, { body }) => checkJob(context, body),
  addDirectoryJob: async (context, { body }) => ({ resultCode: 'SUCCESS', job: await addJob(context, body) }),
  saveDirectoryJob: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    job: await saveJob(context, params.id, body),
  }),
  async removeDirectoryJob(context, { params }) {
    await removeJob(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
  async runDirectoryJob(context, { params }) {
    await runNow(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
};
