import { createActor, fromTransition } from 'xstate';

/** An actor that holds a value; `changed` replaces it, and components select from it as from a flow's machine. */
export function valueActor<Value>(first: Value) {
  return createActor(fromTransition((_: Value, { value }: { type: 'changed'; value: Value }) => value, first)).start();
}

export type ValueActor<Value> = ReturnType<typeof valueActor<Value>>;
