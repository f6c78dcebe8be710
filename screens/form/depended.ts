import { createContext, use } from 'react';
import { valueAt } from '#engine/document/pointer.ts';
import { splitDepended } from '#engine/flow/depended.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { useValue } from './form-context.tsx';

const FlowAnswersContext = createContext<Readonly<Record<string, Answers>>>({});
/** The answers of every step of the flow. */
export const FlowAnswersProvider = FlowAnswersContext.Provider;

/** The answer that a choice depends on (`dependedAnswer`). */
export function useDepended(dependsOn: string): unknown {
  const [screen = '', pointer] = splitDepended(dependsOn);
  const answers = use(FlowAnswersContext);
  const here = useValue(pointer === undefined ? dependsOn : '');
  return pointer === undefined ? here : valueAt(answers[screen], pointer);
}
