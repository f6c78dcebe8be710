import { isCallFailed } from '#api/call-failed.ts';
import type { EffectInput, Refusal } from '#engine/flow/flow.ts';

/** The door to the server: `callApi`, or what a test or the gallery puts in its place. */
export type Door = (
  name: string,
  input: Omit<EffectInput, 'key' | 'revision' | 'run' | 'ids'>,
  options: { idempotencyKey?: string; revision?: number; signal?: AbortSignal },
) => Promise<unknown>;

/** Data, not an error: an `Error` in a context becomes `{}` when it is persisted. */
export function refusalOf(error: unknown): unknown {
  if (!isCallFailed(error)) return error;
  const { code, message, fields, methods, conflict } = error;
  const refusal: Refusal = {
    code,
    message,
    ...(fields && { fields }),
    ...(methods && { methods }),
    ...(conflict && { conflict }),
  };
  return refusal;
}
