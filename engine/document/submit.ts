import type { ScreenDocument } from './document.ts';

/** The words of the primary button; none where the document leaves them to the page. */
export function submitLabel({ submit }: ScreenDocument, mode: 'NEW' | 'EDIT'): string | undefined {
  return typeof submit === 'object' ? submit[mode] : submit;
}
