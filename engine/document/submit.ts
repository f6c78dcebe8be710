import type { ScreenDocument } from './document.ts';

/** The words of the button that submits; none where the document leaves them to the page. `test`: of a form that is tested first. */
export function submitLabel(
  { submit, test: tested }: ScreenDocument,
  { mode, test }: { mode: 'NEW' | 'EDIT'; test?: 'needed' | 'passed' | undefined },
): string | undefined {
  if (test === 'needed' && tested !== undefined) return tested.label;
  return typeof submit === 'object' ? submit[mode] : submit;
}
