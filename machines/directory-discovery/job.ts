// What of the flow is about the job that it saves (F04-06, F04-20 … F04-23).
import { answersOf } from '#engine/flow/answers.ts';
import type { Answers, EffectInput, FlowContext } from '#engine/flow/flow.ts';
import { fieldInScreen } from '#engine/flow/mapped-pointers.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { atFields, effectKey, keepRefusal, stepOfField } from '#engine/flow/refusal.ts';
import manifest from '#schemas/directory-discovery/flow.json';

export const add = 'addDirectoryJob';
export const save = 'saveDirectoryJob';

export const refusedField = {
  device_offline: '/domainController',
  domain_controller_not_found: '/domainController',
  domain_controller_and_ou_path_already_in_use: '/ouPath',
  child_ou_has_scheduled_job: '/ouPath',
  parent_ou_has_recursive_job: '/ouPath',
};

/** Scheduled jobs alone are edited. */
export function isScheduled(context: Pick<FlowContext, 'mode' | 'answers'>): boolean {
  return context.mode === 'EDIT' || answersOf(context, 'directory-discovery/directory').jobType === 'SCHEDULED';
}

/** An ad hoc job is run again: its directory is read at once, and the wizard has its second step alone (F04-21). */
export function isRunOf({ mode, subject }: FlowContext): boolean {
  return mode === 'NEW' && subject !== undefined;
}

/** The screen of the second step (F04-18). */
export function secondStep(context: FlowContext): 'schedule' | 'computers' {
  return isScheduled(context) ? 'schedule' : 'computers';
}

/** F04-02; a run of a saved job has the second step alone (F04-21). */
export function stepsOf(context: FlowContext): string[] {
  return isRunOf(context) ? ['computers'] : ['directory', secondStep(context)];
}

/** The field that a pointer of the saved job comes from. */
export function fieldOfJob(pointer: string, answers: FlowContext['answers']): string | undefined {
  return fieldInScreen(manifest, add, pointer, answers);
}

/** The screen that can mend what was refused; undefined when it is none of the steps. */
export function stepOfRefusal(context: FlowContext, event: { type: string }): string | undefined {
  const { refusal } = keepRefusal(event, refusedField);
  const asked = Object.fromEntries(
    Object.entries<string[]>(manifest.needs).filter(([screen]) => ['directory', secondStep(context)].includes(screen)),
  );
  return stepOfField(
    atFields(refusal, (pointer) => fieldOfJob(pointer, context.answers)),
    asked,
  );
}

/** F04-28 … F04-30 */
export function checkRequest(context: FlowContext): EffectInput {
  const { mode, subject } = context;
  const asked = answersOf(context, 'directory-discovery/directory');
  const { clientId, domainController, ouPath, recursiveOuPath = false, jobType } = asked;
  const job: Answers = { clientId, domainController, ouPath, recursiveOuPath, jobType };
  return { body: { ...job, ...(mode === 'EDIT' && { id: Number(subject) }) } };
}

/** The job as the answers say it, with the run that validated its credential (F04-33). */
export function jobRequest(context: FlowContext, call: typeof add | typeof save): EffectInput {
  const revision = Number(context.params['revision'] ?? 0);
  return {
    key: effectKey(context, call),
    ...(call === save && { params: { id: context.subject ?? '' } }),
    body: {
      ...buildRequest(manifest, call, context),
      test: context.shown.validationRun ?? '',
      ...(call === save && revision > 0 && { revision }),
    },
  };
}
