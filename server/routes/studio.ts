import type { FileReply } from '#api/contract/call.ts';
import type { studioCalls } from '#api/contract/studio.ts';
import type { Handlers } from '../http/handler.ts';
import { readRecords } from './edited-flows.ts';
import { judge } from '../studio/judge.ts';
import { publishedModule } from '../studio/published-module.ts';
import { versionsInUse } from '../studio/published.ts';
import { readRepository } from '../studio/repository/commit-versions.ts';
import { cancelScheduled, publishScheduledNow, schedule } from '../studio/scheduled.ts';
import { listScheduled } from '../studio/scheduled-rows.ts';
import {
  dropEdit,
  editModule,
  keepEdit,
  playEdit,
  publish,
  readEditedScreen,
  requireEdit,
  rollBack,
} from '../studio/versions.ts';

export const studioHandlers: Handlers<keyof typeof studioCalls> = {
  listPublishedScreens: async ({ db, services }) => {
    const rows = await versionsInUse(db);
    // One that no longer fits its flow is not in use.
    return rows
      .filter(({ flow, screen }) => services.screens.replaced(flow)[screen] !== undefined)
      .map(({ flow, screen, number }) => ({ flow, screen, number }));
  },
  readScreenModule: async (context, { params: { number, ...place } }) =>
    moduleFile(await publishedModule(context, place, number)),
  readEditedScreen: (context, { params }) => readEditedScreen(context, params),
  keepScreenEdit: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    problems: await keepEdit(context, params, body),
  }),
  dropScreenEdit: async (context, { params }) => {
    await dropEdit(context, params);
    return { resultCode: 'SUCCESS' };
  },
  readEditModule: async (context, { params, query: { taker } }) => {
    const { text } = await requireEdit(context, params);
    return moduleFile(await editModule(context.services, params, text, taker));
  },
  playScreenPath: async (context, { params, body: { path, of } }) => {
    const { text } = await requireEdit(context, params);
    return playEdit(context, params, { text, path, of });
  },
  checkScreen: async (context, { params }) =>
    judge(context, params, (await requireEdit(context, params)).text, readRecords),
  publishScreen: (context, { params, body }) => publish(context, params, body.note.trim(), readRecords),
  listScheduledScreens: ({ db }) => listScheduled(db),
  readScreenRepository: (context) => readRepository(context),
  scheduleScreen: (context, { params, body: { at, note } }) =>
    schedule(context, params, { at, note: note.trim() }, readRecords),
  cancelScheduledScreen: async (context, { params, body }) => {
    await cancelScheduled(context, params, body.take);
    return { resultCode: 'SUCCESS' };
  },
  publishScheduledScreen: (context, { params }) => publishScheduledNow(context, params, readRecords),
  rollBackScreen: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    number: await rollBack(context, params, body.number),
  }),
};

function moduleFile(module: string): FileReply {
  async function* text(): AsyncGenerator<string> {
    yield module;
  }
  return { name: 'screen.js', mediaType: 'text/javascript', text: text() };
}
