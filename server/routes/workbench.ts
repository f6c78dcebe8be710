import type { mutantCalls } from '#api/contract/mutants.ts';
import type { workbenchCalls } from '#api/contract/workbench.ts';
import type { Handlers } from '../http/handler.ts';
import { addAssertion, exportAssertions, listAssertions, removeAssertion } from '../paths/assertions.ts';
import { judgeMutant, readMutants, startMutants } from '../paths/mutants.ts';
import {
  exportPathRun,
  listPathRuns,
  playPath,
  readPathReport,
  readPathRun,
  startPathRun,
} from '../paths/path-runs.ts';

export const workbenchHandlers: Handlers<keyof typeof workbenchCalls | keyof typeof mutantCalls> = {
  readMutants: (context, { params }) => readMutants(context, params.flow),
  startMutants: (context, { params }) => startMutants(context, params.flow),
  judgeMutant: async (context, { params, body }) => ({ noticedBy: await judgeMutant(context, params.flow, body.key) }),
  listPathRuns: (context) => listPathRuns(context),
  startPathRun: (context, { body }) => startPathRun(context, body),
  readPathRun: (context, { params }) => readPathRun(context, params.id),
  readPathReport: (context, { params }) => readPathReport(context, params.id, params.flow),
  exportPathRun: (context, { params, query }) => exportPathRun(context, params.id, query.format),
  listAssertions: (context, { params }) => listAssertions(context, params.flow),
  addAssertion: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    id: await addAssertion(context, params.flow, body),
  }),
  removeAssertion: async (context, { params }) => {
    await removeAssertion(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
  exportAssertions: ({ db }, { params }) => exportAssertions(db, params.flow, params.state),
  playPath: async (context, { body }) => ({ steps: await playPath(context, body) }),
};
