import type { runCalls } from '#api/contract/runs.ts';
import type { Handlers } from '../http/handler.ts';
import { cancelRun } from '../runs/cancel-run.ts';
import { runKinds } from '../runs/kinds.ts';
import { ownRun, toRun } from '../runs/own-run.ts';
import { readItems } from '../runs/read-items.ts';

export const runHandlers: Handlers<keyof typeof runCalls> = {
  readRun: async (context, { params }) => toRun(await ownRun(context, runKinds, params.id), context.now),
  listRunItems: async (context, { params, query }) =>
    readItems(context.db, runKinds, await ownRun(context, runKinds, params.id), query),
  cancelRun: (context, { params }) => cancelRun(context, runKinds, params.id),
};
