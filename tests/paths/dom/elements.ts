// The lists that a simulated page answers with look through all of their elements for each element that is read by its
// place, in case one has the name `length`: reading three hundred so costs milliseconds, ten thousand minutes.

const item = HTMLCollection.prototype.item;
const length = Object.getOwnPropertyDescriptor(HTMLCollection.prototype, 'length')?.get;
if (length === undefined) throw new Error('a list of elements of this page has no length');

type Root = Element | Document | null | undefined;
type OfTag<Tag extends string> = Tag extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag] : HTMLElement;

/** Those with the tag inside, as they stand now. */
export function elementsOf<Tag extends string>(root: Root, tag: Tag): OfTag<Tag>[] {
  if (!root) return [];
  const live = root.getElementsByTagName(tag);
  return Array.from({ length: length?.call(live) as number }, (_, place) => item.call(live, place) as OfTag<Tag>);
}

/** The first with the tag inside. */
export function firstOf<Tag extends string>(root: Root, tag: Tag): OfTag<Tag> | undefined {
  return root ? ((item.call(root.getElementsByTagName(tag), 0) as OfTag<Tag> | null) ?? undefined) : undefined;
}
