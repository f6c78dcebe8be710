import { useMemo } from 'react';
import { segmentsOf } from '#engine/document/pointer.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { useForm, useValue } from './form-context.tsx';

/** The answers of the fields that stand on the form; undefined while one of `names`, its top-level properties, is missing or invalid. */
export function useRightAnswers(names: ReadonlySet<string>): Answers | undefined {
  const { store } = useForm();
  const data = useValue('');
  return useMemo(() => {
    const isWrong = store.check().some(({ pointer }) => names.has(segmentsOf(pointer)[0] ?? ''));
    return isWrong ? undefined : store.visible();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the store has other data then
  }, [store, names, data]);
}
