import { useCallback, useSyncExternalStore, type ReactNode } from 'react';
import { chosenFlag, flagsOf } from '#engine/document/flags.ts';
import type { Schema } from '#engine/document/schema.ts';
import { useForm } from '../form-context.tsx';
import type { WidgetProps } from '../widget-props.ts';
import { SegmentedWidget } from './segmented.tsx';

/** One choice that several flags keep together: the API has a flag for each way, a person chooses one of them. */
export function FlagsWidget(props: WidgetProps): ReactNode {
  const { pointer, options } = props;
  const { flags = [] } = options;
  const { store } = useForm();
  const subscribe = useCallback(
    (listener: () => void) => {
      const leaves = flagsOf(flags).map((flag) => store.onValue(flag, listener));
      return () => leaves.forEach((leave) => leave());
    },
    [store, flags],
  );
  const chosen = useSyncExternalStore(subscribe, () => chosenFlag(flags, store.data)?.title);
  const choose = (title: unknown): void => {
    const on = flags.find((choice) => choice.title === title)?.on;
    // Off first: two flags that are on together are refused.
    const order = flagsOf(flags).toSorted((one, other) => Number(one === on) - Number(other === on));
    for (const flag of order) store.change(flag, flag === on);
    store.leave(pointer);
  };
  const choices: Schema = { enum: flags.map(({ title }) => title) };
  return <SegmentedWidget {...props} schema={choices} value={chosen} onChange={choose} />;
}
