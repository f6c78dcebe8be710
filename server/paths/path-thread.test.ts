// The thread of the path generator: what it is asked, one question after the other.
import { noPathTests } from './path-tests.ts';
import { describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import details from '#schemas/organization/details.json' with { type: 'json' };
import { askPaths, PathsTooLong } from './path-thread.ts';

const whole = new AbortController().signal;
const ask = (document: unknown = details, longestMs = 100_000, signal: AbortSignal = whole) => {
  const documents = { details: document as ScreenDocument };
  return askPaths({ kind: 'judge', flow: 'organization', documents, ...noPathTests }, { signal, longestMs });
};
const narrow = structuredClone(details);
narrow.schema.properties.name.maxLength = 3;

describe('a thread that is asked again', () => {
  it('finds the same as a new one, and nothing of what it was asked before', async () => {
    const first = await ask(narrow);
    expect(first.length).toBeGreaterThan(0);
    expect(await ask()).toEqual([]);
    expect(await ask(narrow)).toEqual(first);
    expect(await ask()).toEqual([]);
  });

  it('is not the one that was stopped or broke', async () => {
    await expect(ask(details, 1)).rejects.toThrow(PathsTooLong);
    const stop = new AbortController();
    const stopped = ask(details, 100_000, stop.signal);
    stop.abort(new Error('The person left'));
    await expect(stopped).rejects.toThrow('The person left');
    const nowhere = { kind: 'judge', flow: 'nowhere', documents: {}, ...noPathTests } as const;
    await expect(askPaths(nowhere, { signal: whole, longestMs: 100_000 })).rejects.toThrow('nowhere');
    expect((await ask(narrow)).length).toBeGreaterThan(0);
  });

  it('answers two questions at once in two threads', async () => {
    const [sound, broken] = await Promise.all([ask(), ask(narrow)]);
    expect(sound).toEqual([]);
    expect(broken.length).toBeGreaterThan(0);
  });
});
