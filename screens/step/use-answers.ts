import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { equal } from '#engine/vocabulary/runtime.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import type { FormStore } from '../form/form-store.ts';
import { onSettle } from './settle.ts';
import type { Send } from './step-props.ts';

/** A person who stops this long has paused. */
const PAUSE = 400;

/**
 * Keeps the machine's answers and the form's together. The machine hears of changes at a pause and before the person
 * leaves, never at each keystroke; answers that the machine changed itself are put into the form.
 */
export function useAnswers(store: FormStore, view: StepView, send: Send): { submit(): void } {
  const latest = useRef({ view, send });
  useLayoutEffect(() => {
    latest.current = { view, send };
  }, [view, send]);
  const known = useRef<unknown>(view.data);
  const answered = useRef(false);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);

  const forget = useCallback(() => {
    clearTimeout(pause.current);
    pause.current = undefined;
  }, []);
  const submit = useCallback(() => {
    forget();
    known.current = store.visible();
    const { view, send } = latest.current;
    send({ type: 'step.submitted', screen: view.screen, data: store.visible() });
  }, [store, forget]);
  const flush = useCallback(() => {
    if (pause.current === undefined) return;
    forget();
    known.current = store.data;
    const { view, send } = latest.current;
    send({ type: 'step.changed', screen: view.screen, data: store.data });
  }, [store, forget]);

  useEffect(() => {
    const leave = store.onData(() => {
      // What a form was filled with by itself is told with the first answer of the person.
      if (store.filling && !answered.current) return;
      answered.current = true;
      clearTimeout(pause.current);
      pause.current = setTimeout(flush, PAUSE);
    });
    const hide = () => document.visibilityState === 'hidden' && flush();
    addEventListener('pagehide', flush);
    document.addEventListener('visibilitychange', hide);
    const settled = onSettle(flush);
    return () => {
      settled();
      leave();
      removeEventListener('pagehide', flush);
      document.removeEventListener('visibilitychange', hide);
      flush();
    };
  }, [store, flush]);

  useEffect(() => {
    // An echo of what was sent is no news, and must not undo what was typed since.
    if (view.data === known.current || equal(view.data, known.current)) return;
    known.current = view.data;
    if (!equal(view.data, store.data)) store.replace(view.data);
  }, [store, view.data]);

  return { submit };
}
