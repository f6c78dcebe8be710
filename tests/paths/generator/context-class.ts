import type { AnyMachineSnapshot } from 'xstate';
import type { FlowContext } from '#engine/flow/flow.ts';
import { statePath } from '#engine/flow/view.ts';
import { ask, leavesOf, type Transitions } from './guards.ts';
import type { MachineEvent } from './move.ts';

/**
 * Names the class of a snapshot: its state, and what every guard of the machine that looks at the context answers for
 * the events that it meets. Two contexts that no guard can tell apart, with the same runs known, are one.
 */
export function contextClasses(
  transitions: Transitions,
  samples: (event: string) => readonly MachineEvent[],
): (snapshot: AnyMachineSnapshot) => string {
  const asked = new Map<string, { answer(context: unknown): boolean; looks: boolean; sure: boolean }>();
  for (const { guard, event } of transitions.all) {
    for (const leaf of leavesOf(guard)) {
      for (const sample of samples(event)) {
        const key = `${leaf.name} ${JSON.stringify(sample)}`;
        if (asked.has(key)) continue;
        asked.set(key, { answer: (context) => ask(leaf, context, sample), looks: false, sure: false });
      }
    }
  }
  const keys = new WeakMap<AnyMachineSnapshot, string>();
  return (snapshot) => {
    const known = keys.get(snapshot);
    if (known !== undefined) return known;
    let bits = '';
    for (const [name, question] of asked) {
      if (!question.sure) {
        question.looks = looksAtContext(question.answer, snapshot.context);
        question.sure = true;
        // A guard that only looks at the event tells no contexts apart.
        if (!question.looks) {
          asked.delete(name);
          continue;
        }
      }
      bits += question.answer(snapshot.context) ? '1' : '0';
    }
    // A job whose run is known reads it again, one that was only started does not.
    const runs = Object.keys((snapshot.context as Partial<FlowContext>).runs ?? {});
    const key = [statePath(snapshot.value), bits, ...runs].join(' ');
    keys.set(snapshot, key);
    return key;
  };
}

function looksAtContext(answer: (context: unknown) => boolean, context: unknown): boolean {
  let looked = false;
  const watched = new Proxy(context as object, {
    get(target, name) {
      looked = true;
      return Reflect.get(target, name) as unknown;
    },
  });
  answer(watched);
  return looked;
}
