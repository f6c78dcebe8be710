// What the flow sends, and whose certificate is trusted.
import { answersOf } from '#engine/flow/answers.ts';
import type { EffectInput, FlowContext, Answers } from '#engine/flow/flow.ts';
import { buildRequest } from '#engine/flow/mapping.ts';
import { effectKey } from '#engine/flow/refusal.ts';
import manifest from '#schemas/vm-host/flow.json';

export const test = 'testVmHost';
export const add = 'addVmHost';
export const save = 'saveVmHost';

/** The fingerprint that is trusted of the host at the address in the form; empty for none. */
export function pinFor(context: FlowContext): string {
  const { type, hostname, apiPort } = answersOf(context, 'vm-host/host');
  const { trusted } = context.shown;
  const isOfHost = trusted !== undefined && trusted.hostname === hostname && trusted.apiPort === apiPort;
  return isOfHost && type === 'ESXI' ? trusted.fingerprint : '';
}

/** The host as the form says it, with what the latest test expected of its certificate. */
function hostRequest(context: FlowContext): Answers {
  const { pin = '' } = context.shown;
  const call = context.mode === 'EDIT' ? save : add;
  return { ...buildRequest(manifest, call, context), ...(pin !== '' && { certificate: pin }) };
}

/** A test has no location yet. */
export function testRequest(context: FlowContext): EffectInput {
  const { locationId: _, ...body } = hostRequest(context);
  return { key: effectKey(context, test), body };
}

/** The host as the run tested it (F01-11). */
export function bodyOfHost(context: FlowContext): Answers {
  return { ...hostRequest(context), test: context.shown.runs?.[test] ?? '' };
}
