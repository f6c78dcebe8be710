import type { Pointer } from '../document/document.ts';
import { segmentsOf } from '../document/pointer.ts';
import type { FlowContext, Refusal } from './flow.ts';

/** Nobody knows whether the call took effect: it is sent again with the same key, which does nothing twice. */
const UNCERTAIN = new Set(['offline', 'unavailable', 'internal', 'unreadable', 'cancelled']);

export function isUncertain(code: string): boolean {
  return UNCERTAIN.has(code);
}

/** What a resumed draft says of itself: nothing was refused. */
export function isNotice({ code }: Refusal): boolean {
  return code.startsWith('draft_');
}

/** The refusal in an effect's failure. Throws what is none: a defect, such as a slot that nobody filled. */
export function refusalIn(event: { type: string }): Refusal {
  const { error } = event as { error?: unknown };
  if (isRefusal(error)) return error;
  throw error instanceof Error ? error : new Error(`event "${event.type}" brought no refusal`, { cause: error });
}

export function isRefusal(value: unknown): value is Refusal {
  return (
    typeof value === 'object' &&
    value !== null &&
    !(value instanceof Error) &&
    'code' in value &&
    typeof value.code === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** The refusal, its fields named: a code that speaks of one field and came without says it there. */
export function keepRefusal(
  event: { type: string },
  fieldOf: Readonly<Record<string, Pointer>> = {},
): { refusal: Refusal } {
  const refusal = refusalIn(event);
  const field = fieldOf[refusal.code];
  if (refusal.fields !== undefined || field === undefined) return { refusal };
  return { refusal: { ...refusal, fields: { [field]: refusal.message } } };
}

/** A definite reply ends the attempt, so the next submit is another request; after an uncertain one it is the same. */
export function countAttempt(context: FlowContext, event: { type: string }): { attempt: number } {
  return { attempt: isDefinite(event) ? context.attempt + 1 : context.attempt };
}

/** Whether the event ends the request: done, or refused by a server that has decided. */
export function isDefinite(event: { type: string }): boolean {
  return !('error' in event) || !isUncertain(refusalIn(event).code);
}

/** The key of an effect's request: the same until a definite reply came. */
export function effectKey(context: FlowContext, effect: string): string {
  return `${context.instance}-${effect}-${context.attempt}`;
}

/** The refusal with its fields where the screens ask them. */
export function atFields(refusal: Refusal, fieldOf: (pointer: Pointer) => Pointer | undefined): Refusal {
  const { fields } = refusal;
  if (fields === undefined) return refusal;
  const own = Object.entries(fields).map(([pointer, words]) => [fieldOf(pointer) ?? pointer, words] as const);
  return { ...refusal, fields: Object.fromEntries(own) };
}

/**
 * The step that owns the first field of the refusal. `needs` is the manifest's: which screen asks which field.
 * `undefined` when it names no field of theirs.
 */
export function stepOfField(
  { fields = {} }: Refusal,
  needs: Readonly<Record<string, readonly Pointer[]>>,
): string | undefined {
  const [first] = Object.keys(fields);
  if (first === undefined) return undefined;
  const [name] = segmentsOf(first);
  return Object.keys(needs).find((screen) => needs[screen]?.some((pointer) => segmentsOf(pointer)[0] === name));
}
