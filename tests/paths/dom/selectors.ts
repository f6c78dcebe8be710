// The selector engine of a simulated page takes a tenth of the time of a path, for questions that a glance answers.

import { elementsOf } from './elements.ts';

interface Compound {
  tag: string;
  attributes: readonly (readonly [name: string, value: string | undefined])[];
}
/** `#list [data-active]`: what is looked for, below an element if one is named. */
interface Simple extends Compound {
  below: string | undefined;
}

const parsed = new Map<string, Simple | undefined>();

/** `input[name="a"][type="radio"]`, `h1`, `#list [data-active]`; `undefined` for what only the engine understands. */
function parse(selector: string): Simple | undefined {
  if (parsed.has(selector)) return parsed.get(selector);
  const [, below, tag = '*', rest = ''] =
    /^(?:#([\w«»:-]+) )?(\*|[a-z]\w*)?((?:\[[\w-]+(?:="[^"\\]*")?\])*)$/.exec(selector) ?? [];
  const attributes = [...rest.matchAll(/\[([\w-]+)(?:="([^"]*)")?\]/g)].map(
    ([, name = '', value]) => [name, value] as const,
  );
  const simple = tag === '*' && rest === '' && selector !== '*' ? undefined : { below, tag, attributes };
  parsed.set(selector, simple);
  return simple;
}

function fits(element: Element, { attributes }: Compound): boolean {
  return attributes.every(([name, value]) => {
    const held = element.getAttribute(name);
    return held !== null && (value === undefined || held === value);
  });
}

function found(root: Element | Document, simple: Simple): Element[] {
  const above = simple.below === undefined ? root : document.getElementById(simple.below);
  if (above === null || !root.contains(above)) return [];
  return elementsOf(above, simple.tag).filter((one) => fits(one, simple));
}

/** Answers simple selectors by tag and attribute, and leaves the others to the engine. */
export function quickenSelectors(): void {
  const { matches } = Element.prototype;
  // No dialog and no popover of the browser's own can be open in a simulated page.
  const closed = new Set([':modal', ':popover-open']);
  Element.prototype.matches = function (this: Element, selector: string) {
    return !closed.has(selector) && matches.call(this, selector);
  } as typeof matches;
  for (const prototype of [Element.prototype, Document.prototype]) {
    const { querySelector, querySelectorAll } = prototype;
    prototype.querySelector = function (this: Element | Document, selector: string) {
      const simple = parse(selector);
      return simple === undefined
        ? (querySelector.call(this, selector) as Element | null)
        : (found(this, simple)[0] ?? null);
    };
    prototype.querySelectorAll = function (this: Element | Document, selector: string) {
      const simple = parse(selector);
      const all = simple === undefined ? querySelectorAll.call(this, selector) : found(this, simple);
      return all as NodeListOf<Element>;
    };
  }
}
