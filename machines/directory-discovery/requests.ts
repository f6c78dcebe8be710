// What the flow asks the server, but for the job that it saves.
import type { Answers, EffectInput, FlowContext } from '#engine/flow/flow.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import { isRunOf, secondStep } from './job.ts';

export const read = 'readDirectory';
export const validate = 'validateDirectoryCredential';

export function readingOf({ answers }: FlowContext): Answers {
  const { jobType: _, ...asked } = answers['directory'] ?? {};
  return asked;
}

export function validationOf(context: FlowContext): Answers {
  const { clientId, domainController, allowPlain } = context.answers['directory'] ?? {};
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
