import type { Answers } from './flow.ts';
import type { Draft, NestedDraft } from './draft.ts';

/** What was stored, as a draft: it may be old or broken. Throws when it has not the shape of one. */
export function storedDraft(stored: unknown): Draft {
  if (!isRecord(stored) || !isRecord(stored['context'])) throw new Error('what was stored is no draft');
  const { flow, state } = stored;
  const { instance, mode, now, attempt, passed, words, shown, answers, runs, files, given } = stored['context'];
  const named = typeof flow === 'string' && typeof state === 'string' && typeof instance === 'string';
  if (!named || typeof now !== 'string' || (mode !== 'NEW' && mode !== 'EDIT'))
    throw new Error('what was stored is no draft');
  const context = {
    ...stored['context'],
    instance,
    mode,
    now,
    attempt: typeof attempt === 'number' ? attempt : 0,
    passed: Array.isArray(passed) ? passed.filter((id): id is string => typeof id === 'string') : [],
    words: recordOf(words) as Record<string, string>,
    shown: recordOf(shown),
    ...(isRecord(given) && { given }),
    ...(isRecord(runs) && { runs: runs as Record<string, string> }),
    ...(isRecord(files) && { files: files as Record<string, string> }),
    answers: Object.fromEntries(Object.entries(recordOf(answers)).map(([id, data]) => [id, recordOf(data) as Answers])),
  } as Draft['context'];
  return {
    flow,
    state,
    context,
    screenVersions: recordOf(stored['screenVersions']) as Record<string, string>,
    lost: recordOf(stored['lost']) as Draft['lost'],
  };
}

/** What was stored of the flow of a row; none where it is not whole. */
export function storedNested(stored: unknown): NestedDraft | undefined {
  const { nested } = recordOf(stored);
  const { screen, pointer, index, mode, draft } = recordOf(nested);
  const placed = typeof screen === 'string' && typeof pointer === 'string' && Number.isInteger(index);
  if (!placed || (mode !== 'NEW' && mode !== 'EDIT') || !isRecord(draft)) return undefined;
  return { screen, pointer, index: index as number, mode, draft: draft as unknown as Draft };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function recordOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}
