import { useEffect, useRef, useState } from 'react';
import { useRunItems } from '../../flow/run-items.ts';

export interface OutputLine {
  stream: 'out' | 'err';
  text: string;
}

interface Part {
  stream?: unknown;
  text?: unknown;
}

const READ_AT_ONCE = 500;
const LEAST_MS = 300;
const EVERY_MS = 3000;

/** Adds a part to lines: it goes on where the last line of its stream was not ended. */
export function addPart(lines: OutputLine[], { stream, text }: Part): void {
  const of = stream === 'err' ? 'err' : 'out';
  const [first = '', ...more] = String(text ?? '').split('\n');
  const open = lines.at(-1);
  if (open?.stream === of) open.text += first;
  else if (open?.text === '') lines[lines.length - 1] = { stream: of, text: first };
  else lines.push({ stream: of, text: first });
  for (const line of more) lines.push({ stream: of, text: line });
}

/** The output of a script on one device as lines, which grow while it runs. */
export function useOutput(runId: string, active: boolean): { lines: readonly OutputLine[]; failed: boolean } {
  const source = useRunItems();
  const [shown, setShown] = useState<{ lines: readonly OutputLine[]; failed: boolean }>({ lines: [], failed: false });
  const kept = useRef<{ run: string; parts: number; lines: OutputLine[] }>({ run: runId, parts: 0, lines: [] });

  useEffect(() => {
    if (kept.current.run !== runId) kept.current = { run: runId, parts: 0, lines: [] };
    const state = kept.current;
    const leaving = new AbortController();
    let reading = false;
    let again = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    async function read(): Promise<void> {
      if (reading) return void (again = true);
      reading = true;
      try {
        for (let more = true; more;) {
          const query = { offset: state.parts, limit: READ_AT_ONCE };
          const { items } = await source.read(runId, query, leaving.signal);
          if (leaving.signal.aborted) return;
          for (const { data } of items) addPart(state.lines, data);
          state.parts += items.length;
          more = items.length === READ_AT_ONCE;
        }
        setShown({ lines: [...state.lines], failed: false });
      } catch {
        if (!leaving.signal.aborted) setShown({ lines: [...state.lines], failed: true });
      } finally {
        reading = false;
        if (again && !leaving.signal.aborted) {
          again = false;
          timer = setTimeout(() => void read(), LEAST_MS);
        }
      }
    }

    void read();
    const stop = source.hear(runId, () => void read());
    const every = active ? setInterval(() => void read(), EVERY_MS) : undefined;
    return () => {
      leaving.abort();
      stop();
      clearTimeout(timer);
      clearInterval(every);
    };
  }, [runId, active, source]);
  return shown;
}
