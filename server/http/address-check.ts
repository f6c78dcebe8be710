import type { TSchema } from 'typebox';
import { bodyCheck, type Check } from '../body-check.ts';

/** URLs are text, so convert numbers and booleans in them; only JSON's notation is accepted. */
export function addressCheck(schema: TSchema): Check {
  const check = bodyCheck(schema);
  const typed = Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {});
  return (value) => {
    const given = value as Record<string, unknown>;
    for (const [name, { type }] of typed) if (Object.hasOwn(given, name)) given[name] = readText(type, given[name]);
    check(given);
  };
}

const wholeNumber = /^(0|[1-9]\d{0,9})$/;

/** Unreadable values stay text, which the type check then refuses. */
function readText(type: string | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text;
  if (type === 'integer') return wholeNumber.test(text) ? Number(text) : text;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  return text;
}
