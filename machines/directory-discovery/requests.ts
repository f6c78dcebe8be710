// What the flow asks the server, but for the job that it saves.
import { answersOf } from '#engine/flow/answers.ts';
import type { Answers, EffectInput, FlowContext } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { isRunOf, secondStep } from './job.ts';

export const read = 'readDirectory';
export const validate = 'validateDirectoryCredential';

export function readingOf(context: FlowContext): Answers {
  const { jobType: _, ...asked } = answersOf(context, 'directory-discovery/directory');
  return asked;
}

export function validationOf(context: FlowContext): Answers {
  const { clientId, domainController, allowPlain } = answersOf(context, 'directory-discovery/directory');
  const { credentialId } = context.answers[secondStep(context)] ?? {};
  return { clientId, domainController, allowPlain, credentialId };
}

/** Of a job that is run again, the job notes the run. */
export function applyRequest(context: FlowContext): EffectInput {
  const { answers, shown, subject } = context;
  return {
    key: effectKey(context, 'applyDirectoryJob'),
    params: { id: shown.runs?.[read] ?? '' },
    body: {
      ...answers['computers'],
      test: shown.validationRun ?? '',
      ...(isRunOf(context) && { jobId: Number(subject) }),
    },
  };
}
