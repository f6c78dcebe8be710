import { describe, expect, it } from 'vitest';
import { withPart } from './parts.ts';
import { withReferences } from './references.ts';

describe('a document and a part of it', () => {
  it('merges objects and adds to lists, before the item that stands for the rest', () => {
    const document = { ui: { 'ui:order': ['type', '*', 'timeout'] }, schema: { allOf: [1] } };
    const part = { ui: { 'ui:order': ['oid'], oid: {} }, schema: { allOf: [2] } };
    expect(withPart(document, part)).toEqual({
      ui: { 'ui:order': ['type', 'oid', '*', 'timeout'], oid: {} },
      schema: { allOf: [1, 2] },
    });
  });

  it('adds to the section of the same title', () => {
    const sections = (...fields: string[]) => ({ sections: [{ title: 'Target', fields }] });
    expect(withPart(sections('host'), sections('oid'))).toEqual(sections('host', 'oid'));
  });

  it('adds a sentence to a help text, and refuses to set anything else again', () => {
    expect(withPart({ help: { '/type': 'One.' } }, { help: { '/type': 'Two.' } })).toEqual({
      help: { '/type': 'One. Two.' },
    });
    expect(() => withPart({ title: 'Setup' }, { title: 'Other' })).toThrow('a part sets /title again');
  });

  it('reads its parts from a folder, also where another document takes something from it', () => {
    const oid = { then: { properties: { oid: { type: 'string' } } } };
    const documents: Record<string, unknown> = {
      '../monitor/setup.json': { title: 'Setup', parts: '../monitor/types/#/setup', schema: { allOf: [1] } },
      '../monitor/types/': [{ setup: { schema: { allOf: [oid] } } }, { other: 1 }],
    };
    const read = (place: string) => documents[place];
    const whole = { title: 'Setup', schema: { allOf: [1, oid] }, partFields: ['oid'] };
    expect(withReferences(read('../monitor/setup.json'), read)).toEqual(whole);
    expect(withReferences({ $ref: '../monitor/setup.json#/schema' }, read)).toEqual(whole.schema);
    expect(() => withReferences({ parts: '../nowhere/types/#/setup' }, read)).toThrow('names no folder of documents');
  });
});
