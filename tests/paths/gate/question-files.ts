// How a process that the server has started is asked and answers: through files of a folder. See server/paths/walk-process.ts.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WalkNews, WalkSaid } from '#server/paths/walk-process.ts';
import type { TellProgress } from './tell-progress.ts';

const { PATHS_QUESTION: folder = '', PATHS_FOR: server = '' } = process.env;

export function readQuestion<Question>(): Question {
  return JSON.parse(readFileSync(join(folder, 'question.json'), 'utf8')) as Question;
}

/** Writes the answer, or what was thrown instead. */
export async function answerWith(answer: Promise<Extract<WalkSaid, { answer: unknown }>['answer']>): Promise<void> {
  leave(
    'said.json',
    await answer.then(
      (given): WalkSaid => ({ answer: given }),
      (error: unknown): WalkSaid => ({ threw: error instanceof Error ? error.message : String(error) }),
    ),
  );
}

/** Reports progress to the server. Calls `onServerGone` once the server was killed: nobody else would end this process. */
export function reportTo(onServerGone: () => void): TellProgress {
  return (done, total, walk) => {
    if (!isAlive(Number(server))) return onServerGone();
    leave('progress.json', { done, total, ...(walk && { walk }) } satisfies WalkNews);
  };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Writes another file and renames it, so that a reader never gets half of the content. */
function leave(name: string, content: unknown): void {
  const file = join(folder, name);
  writeFileSync(`${file}.new`, JSON.stringify(content));
  renameSync(`${file}.new`, file);
}
