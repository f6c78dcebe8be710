import { describe, expect, it } from 'vitest';
import { noDocuments, withReferences } from './references.ts';

const documents: Record<string, unknown> = {
  '../condition/settings.json': {
    schema: { type: 'object', properties: { count: { type: 'integer', title: 'Times' } } },
    ui: { 'ui:options': { sentence: { by: 'type', of: { Failed: 'It fails' } } } },
  },
  '../condition/circle.json': { schema: { items: { $ref: '../condition/circle.json#/schema' } } },
};
const read = (place: string) => documents[place];

describe('what a document takes from another', () => {
  it('is put in place, with what stands beside it', () => {
    const document = {
      schema: { items: { allOf: [{ $ref: '../condition/settings.json#/schema' }] } },
      ui: { template: { $ref: '../condition/settings.json#/ui/ui:options/sentence', end: ' It resets.' } },
    };
    expect(withReferences(document, read)).toEqual({
      schema: {
        items: { allOf: [{ type: 'object', properties: { count: { type: 'integer', title: 'Times' } } }] },
      },
      ui: { template: { by: 'type', of: { Failed: 'It fails' }, end: ' It resets.' } },
    });
  });

  it('leaves references within the document as they are', () => {
    const document = { schema: { properties: { port: { $ref: '#/definitions/port' } } } };
    expect(withReferences(document, noDocuments)).toEqual(document);
  });

  it('is refused where it leads nowhere, in a circle, or where no other document can be read', () => {
    const of = ($ref: string) => withReferences({ $ref }, read);
    expect(() => of('../condition/settings.json#/schema/items')).toThrow('names nothing that can stand here');
    expect(() => of('../condition/circle.json#/schema')).toThrow('refers to itself');
    expect(() => withReferences({ $ref: '../a/b.json#/schema' }, noDocuments)).toThrow('none can be read here');
  });
});
