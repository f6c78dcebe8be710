/**
 * A sentence about an item, as a document says it: one template, or one for each value of a field (`by`).
 * In a template `{name}` is the value of a field, `{runCount|once|# times}` its plural (`#` is the number).
 * A table column with a `template` shows it, and the server says the same words in its replies (F08-31).
 */
export type SentenceTemplate = string | { by: string; of: Record<string, string> };

/** The sentence in words; empty when there is no template for the item or a field that it names is missing. */
export function sentence(template: SentenceTemplate, item: Readonly<Record<string, unknown>>): string {
  const text =
    typeof template === 'string'
      ? template
      : Object.hasOwn(template.of, String(item[template.by]))
        ? template.of[String(item[template.by])]
        : undefined;
  if (text === undefined) return '';
  let complete = true;
  const words = text.replace(
    /\{([^{}|]+)(?:\|([^{}|]*)\|([^{}|]*))?\}/g,
    (_, name: string, one: string | undefined, many: string | undefined) => {
      const value = Object.hasOwn(item, name) ? item[name] : undefined;
      if (value === undefined || value === null || value === '') complete = false;
      if (one === undefined || many === undefined) return String(value);
      return (Number(value) === 1 ? one : many).replaceAll('#', String(value));
    },
  );
  return complete ? words : '';
}
