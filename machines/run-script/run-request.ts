// What a run of a script is asked with.
import { answersOf } from '#engine/flow/answers.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';

/** The body of `startScriptRun`: the subject is the script, the devices were chosen before (C12-19). */
export function requestOf(context: FlowContext): Answers {
  const { subject, params } = context;
  const inputs = answersOf(context, 'run-script/inputs');
  const isListed = inputs.parametersFrom === 'LIST';
  return {
    scriptId: Number(subject),
    deviceIds: (params['devices'] ?? '').split(',').filter(Boolean).map(Number),
    parameters: ((isListed ? inputs.parameterChoice : inputs.parameters) ?? '').trim(),
    variables: Object.entries(inputs.variables ?? {}).map(([name, value]) => ({ name, value: String(value ?? '') })),
    runAs: inputs.user === 'USER' ? (inputs.runAs ?? '') : '',
    timeoutSeconds: inputs.timeoutSeconds ?? 0,
  };
}
