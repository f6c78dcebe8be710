import type { applicationCalls } from '#api/contract/application.ts';
import { addApplication, readApplication, saveApplication, type RunReply } from '../applications/applications.ts';
import { changesOf } from '../audit/changes.ts';
import type { Handlers } from '../http/handler.ts';
import { recordAutomation } from './record-automation.ts';

const done = { resultCode: 'SUCCESS' } as const;

export const applicationHandlers: Handlers<keyof typeof applicationCalls> = {
  readRunAutomation: (context, { params }) => readApplication(context, params.id),
  addRunAutomation: async (context, { body }) => {
    const automation = await addApplication(context, body);
    const summary = `Added the run automation “${automation.name}”`;
    await recordAutomation(context, 'CREATED', automation.id, summary, changesOf({}, auditable(automation)));
    return { ...done, automation };
  },
  saveRunAutomation: async (context, { params, body }) => {
    const before = await readApplication(context, params.id);
    const automation = await saveApplication(context, params.id, body);
    const detail = changesOf(auditable(before), auditable(automation));
    await recordAutomation(context, 'UPDATED', params.id, `Changed the run automation “${automation.name}”`, detail);
    return { ...done, automation };
  },
};

function auditable(automation: RunReply) {
  const { id: _, revision: __, ...told } = automation;
  return told;
}
