import { isCallFailed } from '#api/call-failed.ts';
import type { EffectInput, Refusal } from '#engine/flow/flow.ts';

/** The door to the server: `callApi`, or what a test or the gallery puts in its place. */
export type Door = (
  name: string,
  input: Omit<EffectInput, 'key' | 'run'>,
  options: { idempotencyKey?: string; signal?: AbortSignal },
) => Promise<unknown>;

/** Data, not an error: an `Error` in a context becomes `{}` when it is persisted. */
export function refusalOf(error: unknown): unknown {
  if (!isCallFailed(error)) return error;
  const refusal: Refusal = { code: error.code, message: error.message };
  return error.fields === undefined ? refusal : { ...refusal, fields: error.fields };
}
