/**
 * A sentence about an item, as a document says it: one template, or one for each value of a field (`by`).
 * In a template `{name}` is the value of a field, `{runCount|once|# times}` its plural (`#` is the number).
 * `end` follows each of them. A table column with a `template` shows it, and the server says the same words in its
 * replies (F08-31).
 */
export type SentenceTemplate = string | { by: string; of: Record<string, string>; end?: string };

/** The sentence in words, `…` for what is missing; empty when there is no template for the item. `show` words a value, knowing whether the sentence begins with it. */
export function sentence(
  template: SentenceTemplate,
  item: Readonly<Record<string, unknown>>,
  show: (name: string, value: unknown, first: boolean) => string = (_, value) => String(value),
): string {
  const text = typeof template === 'string' ? template : templateFor(template, item);
  return text.replace(
    /\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g,
    (_, name: string, one: string | undefined, many: string | undefined, at: number) => {
      const value = Object.hasOwn(item, name) ? item[name] : undefined;
      if (value === undefined || value === null || value === '') return many?.replaceAll('#', '…') ?? '…';
      if (one === undefined || many === undefined) return show(name, value, at === 0);
      return (Number(value) === 1 ? one : many).replaceAll('#', String(value));
    },
  );
}

function templateFor(
  { by, of, end = '' }: Exclude<SentenceTemplate, string>,
  item: Readonly<Record<string, unknown>>,
): string {
  const value = String(item[by]);
  return Object.hasOwn(of, value) ? `${of[value] ?? ''}${end}` : '';
}
