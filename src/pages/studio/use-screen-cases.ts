import { useEffect, useState } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import { useWords } from '../../words/words.ts';
import { namedCases, type NamedCase } from './case-words.ts';

/** How long the page may be busy at a time, in milliseconds: the cases of a large screen take most of a second. */
const AT_ONCE = 12;

interface Made {
  screen: CompiledScreen | undefined;
  cases: readonly NamedCase[];
  failed: boolean;
}

/**
 * The generated answers of a screen once they are wanted, in parts, so that the page answers meanwhile. While those of a changed screen are made
 * the ones before it stay.
 */
export function useScreenCases(
  screen: CompiledScreen | undefined,
  isWanted: boolean,
): Omit<Made, 'screen'> & { isReady: boolean } {
  const t = useWords();
  const [made, setMade] = useState<Made>({ screen: undefined, cases: [], failed: false });
  const isReady = made.screen === screen;
  useEffect(() => {
    if (!isWanted || isReady || screen === undefined) return;
    const control = new AbortController();
    generate(screen, t, control.signal).then(
      (cases) => control.signal.aborted || setMade({ screen, cases, failed: false }),
      // The preview goes on without them.
      () => control.signal.aborted || setMade({ screen, cases: [], failed: true }),
    );
    return () => control.abort();
  }, [screen, isWanted, isReady, t]);
  return { cases: made.cases, failed: made.failed && isReady, isReady };
}

async function generate(
  screen: CompiledScreen,
  t: ReturnType<typeof useWords>,
  left: AbortSignal,
): Promise<NamedCase[]> {
  const { casesOf } = await import('#engine/cases/screen-cases.ts');
  const work = casesOf(screen, new Date());
  while (!left.aborted) {
    await painted();
    for (const until = performance.now() + AT_ONCE; performance.now() < until;) {
      const { done, value } = work.next();
      if (done === true) return namedCases(t, screen.document, value);
    }
  }
  return [];
}

/** A timer leaves room for the next paint, and runs in a page that is not seen as well. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
