import { useEffect, useReducer, useState } from 'react';
import { callApi, type CallReply } from '#api/client.ts';
import { CallFailed } from '#api/call-failed.ts';

type Problems = CallReply<'keepScreenEdit'>['problems'];

export interface ScreenEdit {
  text: string;
  /** Number of the version that the change began with. */
  base: number;
  /** Whether the text differs from the version in use. */
  isChanged: boolean;
  keeping: 'kept' | 'keeping' | 'failed';
  failure: CallFailed | undefined;
  /** The text that the server has, and what is wrong with it. */
  kept: { text: string; problems: Problems } | undefined;
  canUndo: boolean;
  canRedo: boolean;
  change(text: string): void;
  undo(): void;
  redo(): void;
  /** Goes on from another version with the same text. */
  rebase(number: number): void;
}

interface History {
  past: string[];
  text: string;
  future: string[];
}
type Step = { kind: 'change' | 'restart'; text: string } | { kind: 'undo' } | { kind: 'redo' };

const MOST_STEPS = 200;
const REST_MS = 500;

function step({ past, text, future }: History, taken: Step): History {
  switch (taken.kind) {
    case 'change':
      return taken.text === text
        ? { past, text, future }
        : { past: [...past.slice(-MOST_STEPS), text], text: taken.text, future: [] };
    case 'restart':
      return { past: [], text: taken.text, future: [] };
    case 'undo':
      return past.length === 0
        ? { past, text, future }
        : { past: past.slice(0, -1), text: past.at(-1) ?? text, future: [text, ...future] };
    case 'redo':
      return future.length === 0
        ? { past, text, future }
        : { past: [...past, text], text: future[0] ?? text, future: future.slice(1) };
  }
}

/** What a user changes in a screen: with undo, and kept by the server half a second after each change. */
export function useScreenEdit({ flow, screen, text: inUse, number, edit }: CallReply<'readEditedScreen'>): ScreenEdit {
  const [{ past, text, future }, take] = useReducer(step, { past: [], text: edit?.text ?? inUse, future: [] });
  const [base, setBase] = useState(edit?.base ?? number);
  const [keeping, setKeeping] = useState<ScreenEdit['keeping']>(edit === null ? 'kept' : 'keeping');
  const [failure, setFailure] = useState<CallFailed>();
  const [kept, setKept] = useState<ScreenEdit['kept']>();
  const isUntouched = edit === null && past.length + future.length === 0;
  // Somebody else published while this page shows the version before.
  useEffect(() => {
    if (!isUntouched) return;
    take({ kind: 'restart', text: inUse });
    setBase(number);
  }, [isUntouched, inUse, number]);
  useEffect(() => {
    if (isUntouched) return;
    const left = new AbortController();
    setKeeping('keeping');
    const timer = setTimeout(() => {
      callApi('keepScreenEdit', { params: { flow, screen }, body: { text, base } }, { signal: left.signal }).then(
        ({ problems }) => {
          setKept({ text, problems });
          setKeeping('kept');
          setFailure(undefined);
        },
        (error: unknown) => {
          if (left.signal.aborted) return;
          setKeeping('failed');
          setFailure(error instanceof CallFailed ? error : new CallFailed('internal', String(error), { cause: error }));
        },
      );
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [flow, screen, text, base, isUntouched]);
  return {
    text,
    base,
    isChanged: text !== inUse,
    keeping,
    failure,
    kept,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (next) => take({ kind: 'change', text: next }),
    undo: () => take({ kind: 'undo' }),
    redo: () => take({ kind: 'redo' }),
    rebase: setBase,
  };
}
