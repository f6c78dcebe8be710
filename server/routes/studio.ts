import type { FileReply } from '#api/contract/call.ts';
import type { studioCalls } from '#api/contract/studio.ts';
import type { Handlers } from '../http/handler.ts';
import { organizationOfEdited, readRecords } from './edited-flows.ts';
import { gateProgress } from '../studio/gate-progress.ts';
import { judge } from '../studio/judge.ts';
import { publishedModule } from '../studio/published-module.ts';
import { readRepository } from '../studio/repository/commit-versions.ts';
import { listUnpublished } from '../studio/unpublished.ts';
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
import { publishedScreens, requirePlace, withVisible } from '../studio/variants.ts';

export const studioHandlers: Handlers<keyof typeof studioCalls> = {
  listPublishedScreens: (context) => publishedScreens(context),
  readScreenModule: async (context, { params: { number, ...params } }) =>
    moduleFile(await publishedModule(context, await requirePlace(context, params), number)),
  readScreenOrganization: async (context, { params: { flow, id } }) => ({
    organizationId: await organizationOfEdited(context, flow, id),
  }),
  readEditedScreen: async (context, { params }) => readEditedScreen(context, await requirePlace(context, params)),
  keepScreenEdit: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    problems: await keepEdit(context, await requirePlace(context, params), body),
  }),
  dropScreenEdit: async (context, { params }) => {
    await dropEdit(context, await requirePlace(context, params));
    return { resultCode: 'SUCCESS' };
  },
  readEditModule: async (context, { params, query: { taker } }) => {
    const place = await requirePlace(context, params);
    const { text } = await requireEdit(context, place);
    return moduleFile(await editModule(context.services, place, text, taker));
  },
  playScreenPath: async (context, { params, body: { path, of } }) => {
    const place = await requirePlace(context, params);
    const { text } = await requireEdit(context, place);
    return playEdit(context, place, { text, path, of });
  },
  checkScreen: async (context, { params }) => {
    const place = await requirePlace(context, params);
    return judge(context, place, (await requireEdit(context, place)).text, { readRecords });
  },
  readScreenCheck: async (context, { params }) => gateProgress(context, await requirePlace(context, params)),
  publishScreen: async (context, { params, body }) =>
    publish(context, await requirePlace(context, params), body.note.trim(), readRecords),
  listScreenEdits: (context) => listUnpublished(context),
  listScheduledScreens: async (context) => withVisible(context, await listScheduled(context.db)),
  readScreenRepository: async (context) => {
    const { isUsed, failed } = await readRepository(context);
    return { isUsed, failed: await withVisible(context, failed) };
  },
  scheduleScreen: async (context, { params, body: { at, note } }) =>
    schedule(context, await requirePlace(context, params), { at, note: note.trim() }, readRecords),
  cancelScheduledScreen: async (context, { params, body }) => {
    await cancelScheduled(context, await requirePlace(context, params), body.take);
    return { resultCode: 'SUCCESS' };
  },
  publishScheduledScreen: async (context, { params }) =>
    publishScheduledNow(context, await requirePlace(context, params), readRecords),
  rollBackScreen: async (context, { params, body }) => ({
    resultCode: 'SUCCESS',
    number: await rollBack(context, await requirePlace(context, params), body.number),
  }),
};

function moduleFile(module: string): FileReply {
  async function* text(): AsyncGenerator<string> {
    yield module;
  }
  return { name: 'screen.js', mediaType: 'text/javascript', text: text() };
}
