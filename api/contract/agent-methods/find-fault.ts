import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';

const validators = new WeakMap<object, Validator>();

export function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const made = Compile(schema) as unknown as Validator;
  validators.set(schema, made);
  return made;
}

/** Where and how the value breaks its schema, in words; undefined when it keeps it. */
export function findFault(schema: TSchema, value: unknown): string | undefined {
  const validator = validatorOf(schema);
  if (validator.Check(value)) return undefined;
  const [first] = validator.Errors(value);
  return `at ${first?.instancePath || '/'}: ${first?.message ?? 'wrong shape'}`;
}

/** The same, also for a value that takes more bytes as JSON than its budget. */
export function findPayloadFault(schema: TSchema, value: unknown, budget: number): string | undefined {
  const bytes = bytesOf(value);
  return bytes > budget ? `too large: ${bytes} bytes, at most ${budget}` : findFault(schema, value);
}

export function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value) ?? '').byteLength;
}
