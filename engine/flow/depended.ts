import { valueAt } from '../document/pointer.ts';
import type { Answers } from './flow.ts';

/**
 * The answer that a choice depends on, as its document says it: a pointer of the same screen, or `screen:/pointer` for an answer of
 * another step.
 */
export function dependedAnswer(dependsOn: string, data: Answers, answers: Readonly<Record<string, Answers>>): unknown {
  const [screen = '', pointer] = splitDepended(dependsOn);
  return pointer === undefined ? valueAt(data, dependsOn) : valueAt(answers[screen], pointer);
}

/** The screen and the pointer; nothing for a pointer of the same screen. */
export function splitDepended(dependsOn: string): [string?, string?] {
  if (dependsOn.startsWith('/') || dependsOn === '') return [];
  const [screen = '', pointer = ''] = dependsOn.split(':');
  return [screen, pointer];
}
