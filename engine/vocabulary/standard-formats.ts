import { fullFormats } from 'ajv-formats/dist/formats.js';

/** The formats of JSON Schema and OpenAPI whose rules no clause changes. The server's check of requests uses the same ones. */
function standard(name: keyof typeof fullFormats): (text: string) => boolean {
  const format = fullFormats[name];
  if (format === true) return () => true;
  if (format instanceof RegExp) return (text) => format.test(text);
  const check = typeof format === 'function' ? format : (format as { validate: (text: string) => boolean }).validate;
  return (text) => check(text);
}

export const byte = standard('byte');
export const date = standard('date');
export const dateTime = standard('date-time');

const isDuration = standard('duration');
/** At most nine digits for each unit, so that a number of seconds stays exact. */
export const duration = (text: string): boolean => !/\d{10}/.test(text) && isDuration(text);

export const jsonPointer = standard('json-pointer');
/** A hint to hide what is typed; `writeOnly` is what keeps it secret. */
export const password = standard('password');
export const time = standard('time');
export const uri = standard('uri');
export const uuid = standard('uuid');
