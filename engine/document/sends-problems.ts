import type { Sending, Sends } from '../flow/sends.ts';
import { askedFields, namedAnswers, unnamedFields, type Documents, type Named } from './asked-fields.ts';
import { customFieldsOf } from './custom-fields.ts';
import { didYouMean } from './did-you-mean.ts';
import type { Pointer } from './document.ts';
import { pointerOf } from './pointer.ts';
import type { Problem } from './problem.ts';
import { isSchema } from './schema.ts';

/** A mapping names answers that exist, and a field that a screen asks is sent, read, kept or declared as not sent. */
export function sendsProblems(manifest: unknown, screens: Documents): Problem[] {
  if (!isSchema(manifest) || !isSchema(manifest['sends'])) return [];
  const sends = manifest['sends'] as Sends;
  const lost = Object.entries(sends).flatMap(([call, own]) => sameAsProblems(sends, call, own));
  if (lost.length > 0) return lost;
  const fields = askedFields(screens);
  const named = namedAnswers({ sends, unsent: manifest['unsent'] });
  const custom = customFieldsOf(manifest as Sending, screens).map(({ answer }) => answer);
  const isKept = (field: Pointer) => custom.some((answer) => field === answer || field.startsWith(`${answer}/`));
  // A module has rules of its own; the law of manifests holds both to all fields.
  if (manifest['sendsMore'] === true) return unknown(named, fields);
  return [...unknown(named, fields), ...unsent(unnamedFields(named, fields).filter((field) => !isKept(field)))];
}

function sameAsProblems(sends: Sends, call: string, own: Sends[string]): Problem[] {
  const other = typeof own === 'string' ? own : 'like' in own ? own.like : undefined;
  const bodies = Object.entries(sends).flatMap(([name, held]) => (hasBody(held) ? [name] : []));
  if (other === undefined || bodies.includes(other)) return [];
  return [
    { pointer: pointerOf(['sends', call]), message: `"${other}" has no body of its own${didYouMean(other, bodies)}` },
  ];
}

function hasBody(own: Sends[string]): boolean {
  return typeof own === 'object' && 'body' in own;
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
