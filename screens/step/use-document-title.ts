import { useEffect } from 'react';
import type { StepView } from '#engine/flow/step-view.ts';
import { fill, useScreenWords } from '../words.tsx';

/** "Step 2 of 5: Conditions – Add a cloud monitor – Cairn"; what stood there before comes back afterwards. A part of a page has no title. */
export function useDocumentTitle(flow: string, screen: string, { position, total }: StepView, isPart?: boolean): void {
  const words = useScreenWords();
  const step = position > 0 && total > 1 ? `${fill(words.step, { position, total })}: ` : '';
  const title = `${step}${screen} – ${flow} – Cairn`;
  useEffect(() => {
    const before = document.title;
    return () => {
      document.title = before;
    };
  }, []);
  useEffect(() => {
    if (!isPart) document.title = title;
  }, [title, isPart]);
}
