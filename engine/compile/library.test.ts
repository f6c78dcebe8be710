import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '../document/document.ts';
import { loadScreens, screenOf } from './library.ts';

const fixtures = fileURLToPath(new URL('./fixtures', import.meta.url));

/** The words for each field of `data`, for a document of one property a line. */
function words(
  properties: object,
  data: unknown,
  more: Partial<ScreenDocument> & { rules?: object } = {},
): Record<string, string> {
  const { rules, ...rest } = more;
  const document = { title: 'T', schema: { type: 'object', properties, ...rules }, ...rest } as ScreenDocument;
  return Object.fromEntries(
    screenOf('f', 's', document)
      .validate(data)
      .map(({ pointer, message }) => [pointer, message]),
  );
}

describe('what a field says', () => {
  it('is one thing, "Required" before all else', () => {
    const name = { type: 'string', notBlank: true, minLength: 3, format: 'email', pattern: '^x' };
    expect(words({ name }, { name: '' })).toEqual({ '/name': 'Required' });
    expect(words({ name }, {}, { rules: { required: ['name'] } })).toEqual({ '/name': 'Required' });
    expect(words({ name }, { name: null }, { rules: { required: ['name'] } })).toEqual({ '/name': 'Required' });
  });

  it('names the bounds of a whole number, even where the type is wrong', () => {
    const ttl = { type: 'integer', wholeNumber: { minimum: 1, maximum: 255 } };
    expect(words({ ttl }, { ttl: 1.5 })).toEqual({ '/ttl': 'Must be between 1 and 255' });
    expect(words({ ttl }, { ttl: 'x' })).toEqual({ '/ttl': 'Must be between 1 and 255' });
  });

  it('comes from the document when it has words for the keyword, for every item of a list', () => {
    const rows = {
      type: 'array',
      items: { type: 'object', properties: { pin: { type: 'string', minLength: 6, maxLength: 6, pattern: '^\\d+$' } } },
    };
    const messages = { '/rows/*/pin': { pattern: 'Only digits', minLength: 'At least {limit}, {please}' } };
    expect(words({ rows }, { rows: [{ pin: 'abcdef' }, { pin: '12' }, { pin: '1234567' }] }, { messages })).toEqual({
      '/rows/0/pin': 'Only digits',
      '/rows/1/pin': 'At least 6, {please}',
      '/rows/2/pin': 'Must be at most 6 characters',
    });
  });

  it('tells of a choice of shapes only the shape that the data means', () => {
    const shape = (by: string, field: string, format: string) => ({
      type: 'object',
      required: ['by', field],
      properties: { by: { const: by }, [field]: { type: 'string', format } },
    });
    const target = { oneOf: [shape('IP', 'ip', 'ip'), shape('DNS', 'dns', 'hostname')] };
    expect(words({ target }, { target: { by: 'DNS' } })).toEqual({ '/target/dns': 'Required' });
    expect(words({ target }, { target: { by: 'IP', ip: 'x' } })).toEqual({
      '/target/ip': 'Please enter a valid IP address',
    });
    expect(words({ target }, { target: 5 })).toEqual({ '/target': 'Choose one of the options' });
  });

  it('leaves out the noise of conditions', () => {
    const rules = { if: { required: ['on'] }, then: { required: ['url'], properties: { url: { type: 'string' } } } };
    expect(words({ on: { type: 'boolean' } }, { on: true }, { rules })).toEqual({ '/url': 'Required' });
  });

  it('stands in the order of the form: sections, then the asked order', () => {
    const document: ScreenDocument = {
      title: 'T',
      schema: { type: 'object', required: ['a', 'b', 'c', 'd'], properties: { a: {}, b: {}, c: {}, d: {} } },
      ui: { 'ui:order': ['d', '*'] },
      sections: [{ title: 'Last', fields: ['b', 'a'] }],
    };
    expect(
      screenOf('f', 's', document)
        .validate({})
        .map(({ pointer }) => pointer),
    ).toEqual(['/d', '/c', '/b', '/a']);
  });

  it('follows the clock that it is given', () => {
    const document: ScreenDocument = {
      title: 'T',
      schema: { type: 'object', properties: { at: { type: 'string', inFuture: true } } },
    };
    const screen = screenOf('f', 's', document);
    const data = { at: '2026-05-01T10:00:00Z' };
    expect(screen.validate(data, { now: new Date('2026-05-01T09:59:59Z') })).toEqual([]);
    expect(screen.validate(data, { now: new Date('2026-05-01T10:00:01Z') })).toHaveLength(1);
  });

  it('does not change the data', () => {
    const data = Object.freeze({ kind: 'HTTP', headers: Object.freeze([Object.freeze({})]) });
    expect(() => loadScreens(fixtures).check('sample', 'every-rule', data)).not.toThrow();
  });
});

describe('defaults', () => {
  const defaults = (schema: ScreenDocument['schema']) =>
    screenOf('f', 's', { title: 'T', ...(schema && { schema }) }).defaults;

  it('are filled at every depth, and in the branches that they open', () => {
    expect(
      defaults({
        type: 'object',
        properties: {
          kind: { enum: ['A', 'B'], default: 'B' },
          deep: { type: 'object', properties: { on: { type: 'boolean', default: false }, name: { type: 'string' } } },
          empty: { type: 'object', properties: { name: { type: 'string' } } },
          rows: {
            type: 'array',
            default: [{}],
            items: { type: 'object', properties: { count: { type: 'integer', default: 1 } } },
          },
        },
        allOf: [
          {
            if: { properties: { kind: { const: 'B' } } },
            then: { properties: { level: { type: 'integer', default: 2 } } },
            else: { properties: { never: { default: 1 } } },
          },
          { if: { required: ['level'] }, then: { properties: { more: { default: 'x' } } } },
        ],
      }),
    ).toEqual({ kind: 'B', deep: { on: false }, rows: [{ count: 1 }], level: 2, more: 'x' });
  });

  it('are none for a screen that asks nothing', () => expect(defaults(undefined)).toEqual({}));
});

describe('a library', () => {
  let root: string;
  beforeEach(() => (root = mkdtempSync(join(tmpdir(), 'cairn-screens-'))));
  afterEach(() => rmSync(root, { recursive: true, force: true }));

  it('knows flows and their screens, manifests aside', () => {
    mkdirSync(join(root, 'b'));
    mkdirSync(join(root, 'a'));
    writeFileSync(join(root, 'a/flow.json'), '{}');
    writeFileSync(join(root, 'a/done.json'), '{ "kind": "message", "title": "Done", "text": "Done" }');
    const library = loadScreens(root);
    expect(library.flows()).toEqual(['a', 'b']);
    expect(library.screens('a')).toEqual(['done']);
    expect(library.check('a', 'done', { anything: 1 })).toEqual([]);
    expect(() => library.get('a', 'gone')).toThrow(/no screen document a\/gone\.json/);
  });

  it('has the standard screens of a flow with an entity, but for those that the flow has itself', () => {
    mkdirSync(join(root, 'a'));
    const manifest = { entity: 'printer', ends: { EDIT: { message: '{name} is saved.' } } };
    writeFileSync(join(root, 'a/flow.json'), JSON.stringify(manifest));
    writeFileSync(join(root, 'a/loading.json'), '{ "kind": "progress", "title": "One moment" }');
    const library = loadScreens(root);
    expect(library.screens('a')).toEqual(['conflict', 'load-failed', 'loading', 'saving']);
    expect(library.get('a', 'loading').document.title).toBe('One moment');
    expect(library.get('a', 'load-failed').document.title).toBe('The printer could not be read');
    expect(library.get('a', 'saving').document.text).toBe('Saving {name}.');
    expect(library.get('a', 'conflict').document).toMatchObject({ kind: 'conflict', submit: 'Merge and save' });
  });

  it('names the file that does not compile', () => {
    mkdirSync(join(root, 'a'));
    writeFileSync(
      join(root, 'a/bad.json'),
      '{ "title": "Bad", "schema": { "type": "object", "properties": { "x": { "format": "nope" } } } }',
    );
    expect(() => loadScreens(root)).toThrow(/a[/\\]bad\.json: .*nope/);
  });

  it('gives a version that follows what a document says, not how it is laid out', () => {
    const document: ScreenDocument = { title: 'A', kind: 'progress' };
    const { version } = screenOf('f', 's', document);
    expect(version).toMatch(/^[0-9a-f]{12}$/);
    expect(screenOf('f', 's', { ...document, $schema: 'x' }).version).toBe(version);
    expect(screenOf('f', 's', { ...document, title: 'B' }).version).not.toBe(version);
  });
});
