import { describe, expect, it } from 'vitest';
import { loadScreens } from '../compile/library.ts';
import type { ScreenDocument } from './document.ts';
import { isSchema } from './schema.ts';
import { textsOf, withTexts } from './texts.ts';

const screens = loadScreens(new URL('../../schemas', import.meta.url).pathname);
const documents = screens
  .flows()
  .flatMap((flow) => screens.screens(flow).map((id) => [`${flow}/${id}`, screens.get(flow, id).document] as const));

/** Sentences of a document by where they stand, without examples, and without fields that are not shown. */
function sentencesIn(document: ScreenDocument): string[] {
  const hidden = new Set(
    Object.entries(document.ui ?? {}).flatMap(([name, hints]) =>
      isSchema(hints) && hints['ui:widget'] === 'hidden' ? [name] : [],
    ),
  );
  const found: string[] = [];
  const visit = (value: unknown, path: readonly string[]): void => {
    const [last = ''] = path.slice(-1);
    if (path[0] === 'examples' || last === 'pattern' || path.some((name) => hidden.has(name))) return;
    if (typeof value === 'string') {
      if (/^[A-Z][a-z]+ /.test(value)) found.push(value);
    } else if (typeof value === 'object' && value !== null)
      for (const [name, held] of Object.entries(value)) visit(held, [...path, name]);
  };
  visit(document, []);
  return found;
}

describe('the texts of a document', () => {
  it('are all sentences of every built-in screen that a person can see', () => {
    const missed = documents.flatMap(([id, document]) => {
      const known = new Set(textsOf(document).map(({ text }) => text));
      return sentencesIn(document).flatMap((text) => (known.has(text) ? [] : [`${id}: ${text}`]));
    });
    expect(documents.length).toBeGreaterThan(100);
    expect(missed).toEqual([]);
  });

  it('stand each at their pointer, with what they are', () => {
    const document: ScreenDocument = {
      title: 'Details',
      schema: {
        type: 'object',
        properties: {
          name: { type: 'string', title: 'Name' },
          kind: { oneOf: [{ const: 'a', title: 'First' }] },
          kept: { type: 'string', title: 'Not shown' },
        },
      },
      ui: { kept: { 'ui:widget': 'hidden' }, name: { 'ui:placeholder': 'Northwind' } },
      help: { '/name': 'As on invoices' },
      messages: { '/name': { required: 'Required' } },
      submit: { NEW: 'Add', EDIT: 'Save' },
    };
    expect(textsOf(document).map(({ pointer, kind, text }) => `${pointer} ${kind}: ${text}`)).toEqual([
      '/title label: Details',
      '/schema/properties/name/title label: Name',
      '/schema/properties/kind/oneOf/0/title choice: First',
      '/ui/name/ui:placeholder placeholder: Northwind',
      '/help/~1name help: As on invoices',
      '/messages/~1name/required message: Required',
      '/submit/NEW button: Add',
      '/submit/EDIT button: Save',
    ]);
  });

  it('are replaced, and nothing else is', () => {
    const wrong = documents.filter(([, document]) => {
      const shouted = withTexts(document, ({ text }) => `${text}!`);
      const back = withTexts(shouted, ({ text }) => text.slice(0, -1));
      return JSON.stringify(back) !== JSON.stringify(document) || JSON.stringify(shouted) === JSON.stringify(document);
    });
    expect(wrong.map(([id]) => id)).toEqual([]);
  });
});
