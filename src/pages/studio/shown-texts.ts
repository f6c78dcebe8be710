import type { Pointer, ScreenDocument } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { textsOf, type DocumentText } from '#engine/document/texts.ts';

/** A text of the document that a screen shows, and where, in pixels from the corner of what is around its frame. */
export interface ShownText {
  pointer: Pointer;
  text: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The texts in the frame that its document has, each at the first place that shows it. */
export function shownTexts(frame: HTMLElement, document: ScreenDocument): ShownText[] {
  const texts = textsOf(document).filter(({ kind }) => kind !== 'message' && kind !== 'placeholder');
  const found = new Map<Pointer, ShownText>();
  const corner = (frame.offsetParent ?? frame).getBoundingClientRect();
  const bounds = frame.getBoundingClientRect();
  const walker = frame.ownerDocument.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    const said = node.textContent?.trim() ?? '';
    if (element === null || said === '' || element.closest('[hidden]') !== null) continue;
    const text = textAt(texts, said, element, found);
    const { left, top, width, height } = element.getBoundingClientRect();
    if (text === undefined || isUnseen({ top, width, height }, bounds)) continue;
    const place = { left: left - corner.left, top: top - corner.top, width, height };
    found.set(text.pointer, { pointer: text.pointer, text: text.text, ...place });
  }
  return [...found.values()];
}

/** Outside of the frame, or for screen readers alone, which takes a pixel. */
function isUnseen({ top, width, height }: Pick<DOMRect, 'top' | 'width' | 'height'>, bounds: DOMRect): boolean {
  return bounds.height > 0 && (top + height > bounds.bottom || top < bounds.top || width <= 1 || height <= 1);
}

/** Two fields may have the same words: the one is meant in whose frame the words stand. */
function textAt(
  texts: readonly DocumentText[],
  said: string,
  element: Element,
  found: ReadonlyMap<Pointer, unknown>,
): DocumentText | undefined {
  const own = texts.filter(({ pointer, text }) => text === said && !found.has(pointer));
  const field = element.closest('[data-pointer]')?.getAttribute('data-pointer');
  const name = field === undefined || field === null ? undefined : segmentsOf(field)[0];
  return (
    own.find(({ pointer }) => name !== undefined && segmentsOf(pointer).includes(name)) ?? (name ? undefined : own[0])
  );
}
