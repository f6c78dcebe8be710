import type { Sending, SentCall } from '../flow/sends.ts';
import { askedFields, namedAnswers, unnamedFields, type Documents, type Named } from './asked-fields.ts';
import { customFieldsOf } from './custom-fields.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Pointer } from './document.ts';
import { pointerOf } from './pointer.ts';
import { isSchema } from './schema.ts';
import type { Problem } from './semantic-checks.ts';

/** A mapping names answers that exist, and a field that a screen asks is sent, read, kept or declared as not sent. */
export function sendsProblems(manifest: unknown, screens: Documents): Problem[] {
  if (!isSchema(manifest) || !isSchema(manifest['sends'])) return [];
  const sends = manifest['sends'] as NonNullable<Sending['sends']>;
  const lost = Object.entries(sends).flatMap(([call, own]) => sameAsProblems(sends, call, own));
  if (lost.length > 0) return lost;
  const fields = askedFields(screens);
  const named = namedAnswers({ sends, unsent: manifest['unsent'] });
  const custom = customFieldsOf(manifest as Sending, screens).map(({ answer }) => answer);
  const isKept = (field: Pointer) => custom.some((answer) => field === answer || field.startsWith(`${answer}/`));
  return [...unknown(named, fields), ...unsent(unnamedFields(named, fields).filter((field) => !isKept(field)))];
}

function sameAsProblems(sends: NonNullable<Sending['sends']>, call: string, own: SentCall | string): Problem[] {
  if (typeof own !== 'string' || typeof sends[own] === 'object') return [];
  const others = Object.keys(sends).filter((name) => typeof sends[name] === 'object');
  return [
    { pointer: pointerOf(['sends', call]), message: `"${own}" has no body of its own${didYouMean(own, others)}` },
  ];
}

function unknown(named: readonly Named[], fields: readonly Pointer[]): Problem[] {
  return named
    .filter(({ answer }) => !fields.includes(answer))
    .map(({ answer, at }) => ({ pointer: at, message: `"${answer}" is no answer${didYouMean(answer, fields)}` }));
}

function unsent(fields: readonly Pointer[]): Problem[] {
  return fields.map((field) => ({
    pointer: '/sends',
    message: `"${field}" is asked and never sent; send it or list it in "unsent"`,
  }));
}
