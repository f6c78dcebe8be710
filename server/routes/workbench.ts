import type { mutantCalls } from '#api/contract/mutants.ts';
import type { recordingCalls } from '#api/contract/recordings.ts';
import type { workbenchCalls } from '#api/contract/workbench.ts';
import type { Handlers } from '../http/handler.ts';
import { addAssertion, exportAssertions, listAssertions, removeAssertion } from '../paths/assertions.ts';
import { exportKeptPaths, keepPath, listKeptPaths, removeKeptPath } from '../paths/kept-paths.ts';
import { judgeMutant, readMutants, startMutants } from '../paths/mutants.ts';
import {
  exportPathRun,
  listPathRuns,
  playPath,
  readPathReport,
  readPathRun,
  startPathRun,
} from '../paths/path-runs.ts';
import { listRecordedFlows, readRecordedFlow, readRecording, recordFlow, traceRecording } from '../paths/recordings.ts';

export const workbenchHandlers: Handlers<
  keyof typeof workbenchCalls | keyof typeof mutantCalls | keyof typeof recordingCalls
> = {
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
  recordFlow: async (context, { body }) => {
    await recordFlow(context, body);
    return { resultCode: 'SUCCESS' };
  },
  listRecordedFlows: (context) => listRecordedFlows(context),
  readRecordedFlow: (context, { params }) => readRecordedFlow(context, params.flow),
  readRecording: (context, { params }) => readRecording(context, params.id),
  traceRecording: (context, { params }) => traceRecording(context, params.id),
  listKeptPaths: (context, { params }) => listKeptPaths(context, params.flow),
  keepPath: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    id: await keepPath(context, params.flow, body.path),
  }),
  removeKeptPath: async (context, { params }) => {
    await removeKeptPath(context, params.id);
    return { resultCode: 'SUCCESS' };
  },
  exportKeptPaths: ({ db }, { params }) => exportKeptPaths(db, params.flow),
  playPath: async (context, { body }) => ({ steps: await playPath(context, body) }),
};
