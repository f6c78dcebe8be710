import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readBeside } from '../compile/library.ts';
import { withReferences } from './references.ts';
import { checkDocument, checkManifest } from './check-document.ts';
import type { ScreenDocument } from './document.ts';

const schemas = fileURLToPath(new URL('../../schemas', import.meta.url));
const flows = readdirSync(schemas, { withFileTypes: true }).filter((entry) => entry.isDirectory());

type Members = Record<string, unknown>;

/** The object at a path of a document, to be spoilt. */
function at(document: Members, ...path: string[]): Members {
  return path.reduce((inner, member) => inner[member] as Members, document);
}

const good: ScreenDocument = {
  title: 'Setup',
  schema: {
    type: 'object',
    required: ['name'],
    properties: {
      name: { type: 'string', notBlank: true },
      kind: { enum: ['A', 'B'] },
      rows: { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } },
    },
    if: { properties: { kind: { const: 'B' } }, required: ['kind'] },
    then: { properties: { extra: { type: 'string' } } },
  },
  ui: {
    'ui:order': ['name', '*'],
    name: { 'ui:widget': 'text' },
    rows: { 'ui:field': 'table', items: { id: { 'ui:placeholder': 'Id' } } },
    extra: {},
  },
  messages: { '/rows/*/id': { required: 'Required' }, '/extra': { required: 'Required' } },
  locked: { EDIT: ['/kind'] },
  help: { '/name': 'What it is called' },
  sections: [{ title: 'More', fields: ['extra', 'rows'] }],
  actions: [{ event: 'tested', label: 'Test now' }],
  examples: { valid: [{ name: 'a' }], invalid: [{}] },
};

const line = (text: string, part: string) => text.slice(0, text.indexOf(part)).split('\n').length;

/** The problems of the good document after a change, as `pointer: message`. */
function after(change: (document: Members) => void): string[] {
  const document = structuredClone(good) as unknown as Members;
  change(document);
  return checkDocument(JSON.stringify(document, undefined, 2)).map(({ pointer, message }) => `${pointer}: ${message}`);
}

describe('checkDocument', () => {
  it('finds nothing in a good document', () => expect(checkDocument(JSON.stringify(good))).toEqual([]));

  it('takes an example that answers what a branch asks', () =>
    expect(after((d) => Object.assign(at(d, 'examples'), { valid: [{ name: 'a', kind: 'B', extra: 'x' }] }))).toEqual(
      [],
    ));

  it('says where text is not JSON', () => {
    expect(checkDocument('{\n  "title": "A",\n  "schema": }')).toEqual([
      { line: 3, column: 13, pointer: '', message: 'value expected' },
    ]);
    expect(checkDocument('{\n  "title": "A",\n  "title": "B"\n}')).toEqual([
      { line: 3, column: 3, pointer: '', message: 'the key "title" is not unique' },
    ]);
  });

  it('gives the line of each problem, from top to bottom', () => {
    const text = JSON.stringify({ ...good, submitt: 'Go', help: { '/nme': 'x' } }, undefined, 2);
    expect(checkDocument(text).map((problem) => [problem.line, problem.message])).toEqual([
      [line(text, '"/nme"'), '"/nme" names no field; did you mean "/name"?'],
      [line(text, '"submitt"'), '"submitt" is not known here; did you mean "submit"?'],
    ]);
  });

  it.each<[string, (document: Members) => void, string]>([
    [
      'a mistyped keyword',
      (d) => Object.assign(at(d, 'schema', 'properties', 'name'), { maxLenght: 5 }),
      '/schema/properties/name/maxLenght: "maxLenght" is not known here; did you mean "maxLength"?',
    ],
    [
      'an unknown format',
      (d) => Object.assign(at(d, 'schema', 'properties', 'name'), { format: 'hostname-or-ips' }),
      '; did you mean "hostname-or-ip"?',
    ],
    [
      'a format of a number',
      (d) => Object.assign(at(d, 'schema', 'properties'), { port: { type: 'integer', format: 'port' } }),
      '/schema/properties/port/format: "format" speaks of text; a number has "wholeNumber"',
    ],
    [
      'a wrong parameter of a rule',
      (d) => Object.assign(at(d, 'schema', 'properties', 'name'), { sameAs: 'password' }),
      '/schema/properties/name/sameAs: must match pattern',
    ],
    [
      'a widget that cannot show what its field holds',
      (d) => Object.assign(at(d, 'ui'), { name: { 'ui:widget': 'switch' } }),
      '/ui/name/ui:widget: "switch" cannot show this field; use text, textarea',
    ],
    [
      'a condition that names no field',
      (d) => Object.assign(at(d, 'schema', 'if'), { properties: { kinds: { const: 'B' } } }),
      '/schema/if/properties/kinds: the condition names "/kinds", which no field of this screen has; did you mean "/kind"?',
    ],
    [
      'a condition that compares with a value of another type',
      (d) => Object.assign(at(d, 'schema', 'if', 'properties'), { name: { const: true } }),
      '/schema/if/properties/name/const: the condition can never hold: true is no string',
    ],
    [
      'a condition with a removed option among others',
      (d) => Object.assign(at(d, 'schema', 'if', 'properties'), { kind: { enum: ['B', 'C'] } }),
      '/schema/if/properties/kind: "C" is no option of this field, and its condition can never hold by it',
    ],
    [
      'a field that waits for itself',
      (d) =>
        Object.assign(at(d, 'schema'), {
          if: { required: ['extra'], properties: { extra: { const: 'x' } } },
        }),
      '/schema/then/properties/extra: "extra" is never asked: its condition needs an answer that is only asked after it',
    ],
    [
      'conditions that contradict each other',
      (d) => {
        const nested = { if: { properties: { kind: { const: 'A' } } }, then: at(d, 'schema', 'then') };
        Object.assign(at(d, 'schema'), { then: { allOf: [nested] } });
      },
      '"extra" is never asked: its conditions contradict each other',
    ],
    [
      'a required field that is no property',
      (d) => Object.assign(at(d, 'schema'), { required: ['nam'] }),
      '/schema/required/0: "nam" is no property; did you mean "name"?',
    ],
    [
      'a misspelled property, and not those who name it rightly (A15)',
      (d) => {
        const properties = at(d, 'schema', 'properties');
        properties['nmae'] = properties['name'];
        delete properties['name'];
      },
      '/schema/properties/nmae: nothing else names "nmae"; did you mean "name"?',
    ],
    [
      'a reference to nothing',
      (d) => Object.assign(at(d, 'schema', 'properties'), { x: { $ref: '#/definitions/x' } }),
      '/schema: "#/definitions/x" names no definition of this schema',
    ],
    [
      'a reference to itself',
      (d) =>
        Object.assign(at(d, 'schema'), {
          definitions: { x: { items: { $ref: '#/definitions/x' } } },
          properties: { x: { $ref: '#/definitions/x' } },
        }),
      '/schema: "#/definitions/x" refers to itself',
    ],
    [
      'a condition without consequence',
      (d) => Object.assign(at(d, 'schema'), { then: undefined }),
      '/schema/if: "if" without "then" or "else" does nothing',
    ],
    [
      'an order that names no property',
      (d) => Object.assign(at(d, 'ui'), { 'ui:order': ['nam', '*'] }),
      '/ui/ui:order/0: "nam" is no property; did you mean "name"?',
    ],
    [
      'an order that leaves a property out',
      (d) => Object.assign(at(d, 'ui'), { 'ui:order': ['name', 'kind', 'rows'] }),
      '/ui/ui:order: "extra" is left out; name it or add "*"',
    ],
    [
      'hints for no property',
      (d) => Object.assign(at(d, 'ui'), { nam: {} }),
      '/ui/nam: "/nam" names no field; did you mean "/name"?',
    ],
    [
      'an unknown widget',
      (d) => Object.assign(at(d, 'ui'), { name: { 'ui:widget': 'txt' } }),
      '; did you mean "text"?',
    ],
    [
      'a choice of a flag that is none (A20)',
      (d) => {
        Object.assign(at(d, 'schema', 'properties'), { open: { type: 'boolean' } });
        const flags = [{ title: 'Closed' }, { title: 'Open', on: '/opn' }];
        Object.assign(at(d, 'ui'), { open: { 'ui:widget': 'flags', 'ui:options': { flags } } });
      },
      '/ui/open/ui:options/flags: "/opn" is no flag; did you mean "/open"?',
    ],
    [
      'an unknown field',
      (d) => Object.assign(at(d, 'ui'), { rows: { 'ui:field': 'tables' } }),
      '; did you mean "table"?',
    ],
    [
      'a section of no property',
      (d) => Object.assign(at(d, 'sections')[0] ?? {}, { fields: ['row'] }),
      '/sections/0/fields/0: "row" is no property; did you mean "rows"?',
    ],
    [
      'a preset of an unknown field (A12)',
      (d) => Object.assign(d, { presets: [{ title: 'One', description: 'One.', values: { row: [] } }] }),
      '/presets/0/values/row: "row" is no property; did you mean "rows"?',
    ],
    [
      'a field in two sections',
      (d) =>
        Object.assign(d, { sections: [...Object.values(at(d, 'sections')), { title: 'Again', fields: ['rows'] }] }),
      '/sections/1/fields/0: "rows" stands in "More" already',
    ],
    [
      'the special part in two sections',
      (d) =>
        Object.assign(d, {
          sections: [
            { title: 'First', fields: ['extra'], special: true },
            { title: 'Again', fields: ['rows'], special: true },
          ],
        }),
      '/sections/1/special: only one section may have `special`',
    ],
    [
      'words for no field',
      (d) => Object.assign(at(d, 'messages'), { '/row/*/id': {} }),
      '/messages/~1row~1*~1id: "/row/*/id" names no field',
    ],
    [
      'a uniqueBy message at the row instead of the field that must be unique',
      (d) => {
        Object.assign(at(d, 'schema', 'properties', 'rows'), { uniqueBy: '/id' });
        Object.assign(at(d, 'messages'), { '/rows/*': { uniqueBy: 'Twice' } });
      },
      '/messages/~1rows~1*/uniqueBy: no list asks that "/rows/*" is unique; did you mean "/rows/*/id"?',
    ],
    [
      'words for no keyword',
      (d) => Object.assign(at(d, 'messages'), { '/name': { requird: 'Required' } }),
      '/messages/~1name/requird: "requird" cannot stand as a key here',
    ],
    [
      'a lock of no field',
      (d) => Object.assign(at(d, 'locked'), { EDIT: ['/knd'] }),
      '/locked/EDIT/0: "/knd" names no field; did you mean "/kind"?',
    ],
    [
      'a lock in no mode',
      (d) => Object.assign(at(d, 'locked'), { EDITS: [] }),
      '/locked/EDITS: "EDITS" cannot stand as a key here',
    ],
    [
      'help for no field',
      (d) => Object.assign(at(d, 'help'), { '/nmae': 'x' }),
      '/help/~1nmae: "/nmae" names no field; did you mean "/name"?',
    ],
    [
      'an action without label',
      (d) => Object.assign(at(d, 'actions')[0] ?? {}, { label: undefined }),
      '/actions/0: "label" is missing',
    ],
    [
      'a valid example that is refused (A15)',
      (d) => Object.assign(at(d, 'examples'), { valid: [{ name: ' ' }] }),
      '/examples/valid/0: this example must be valid, but /name says "Required"; examples follow the bounds of their screen: change the example, or the bound',
    ],
    [
      'a list of options without a source',
      (d) => Object.assign(at(d, 'ui'), { name: { 'ui:widget': 'options', 'ui:options': { half: true } } }),
      '/ui/name/ui:widget: "options" needs "ui:options" with a "source"',
    ],
    [
      'an answer that no field asks for after the other answers',
      (d) => Object.assign(at(d, 'examples'), { valid: [{ name: 'a', kind: 'A', extra: 'x' }] }),
      '/examples/valid/0: this example answers /extra, and no field asks for it after the other answers; change the example, or the condition of the field',
    ],
    [
      'an answer of a row that no field asks for',
      (d) => Object.assign(at(d, 'examples'), { valid: [{ name: 'a', rows: [{ id: '1' }, { nr: 2 }] }] }),
      '/examples/valid/0: this example answers /rows/1/nr, and no field asks for it after the other answers; change the example, or the condition of the field',
    ],
    [
      'an invalid example that passes',
      (d) => Object.assign(at(d, 'examples'), { invalid: [{ name: 'a' }] }),
      '/examples/invalid/0: this example must be refused, but it is valid; change the example, or the bound',
    ],
    ['a form without schema', (d) => Object.assign(d, { schema: undefined }), ': a form needs a "schema"'],
    [
      'a message that asks',
      (d) => Object.assign(d, { kind: 'message', text: 'Done' }),
      '/schema: a message asks nothing: "schema" belongs to a form',
    ],
    ['a message without text', (d) => Object.assign(d, { kind: 'message' }), ': a message needs a "text"'],
    ['a document without title', (d) => Object.assign(d, { title: undefined }), ': "title" is missing'],
  ])('refuses %s', (_, change, expected) => {
    expect(after(change).filter((problem) => problem.includes(expected))).toHaveLength(1);
  });

  it.each([
    'null',
    '[]',
    '"x"',
    '{}',
    '{"title":1,"schema":5,"ui":[],"messages":3,"sections":{},"actions":[null],"examples":[]}',
    '{"title":"a","schema":{"type":"object","properties":[],"required":{},"allOf":3,"oneOf":[null]}}',
  ])('answers for a document of any shape: %s', (text) => expect(checkDocument(text).length).toBeGreaterThan(0));
});

describe('checkManifest', () => {
  const manifest = {
    title: { NEW: 'Add', EDIT: 'Edit' },
    presentation: 'page',
    drafts: 'local',
    needs: { setup: ['/name'] },
  };
  const problems = (value: object) =>
    checkManifest(JSON.stringify(value), { setup: good }).map(({ pointer, message }) => `${pointer}: ${message}`);

  it('finds nothing in a good manifest', () => expect(problems(manifest)).toEqual([]));
  it('refuses a needed field that its screen does not have', () => {
    expect(problems({ ...manifest, needs: { setup: ['/nam'] } })).toEqual([
      '/needs/setup/0: "/nam" names no field; did you mean "/name"?',
    ]);
  });
  it('refuses needs of a screen that is not there', () => {
    expect(problems({ ...manifest, needs: { setpu: [] } })).toEqual([
      '/needs/setpu: there is no screen "setpu"; did you mean "setup"?',
    ]);
  });
  it('refuses to name drafts by what nobody answers', () => {
    expect(problems({ ...manifest, namedBy: '/setup/name' })).toEqual([]);
    expect(problems({ ...manifest, namedBy: '/setup/nmae' })).toEqual([
      '/namedBy: "/nmae" names no field; did you mean "/name"?',
    ]);
  });
  it('refuses an unknown presentation', () => {
    expect(problems({ ...manifest, presentation: 'modals' })).toEqual([
      '/presentation: "modals" is not one of full-screen, modal, page; did you mean "modal"?',
    ]);
  });
});

describe('every document of every flow', () => {
  it.each(flows.map(({ name }) => name))('%s says nothing wrong', (flow) => {
    const folder = join(schemas, flow);
    const read = readBeside(join(folder, 'flow.json'));
    const texts = Object.fromEntries(
      readdirSync(folder)
        .filter((file) => file.endsWith('.json'))
        .map((file) => [file.replace(/\.json$/, ''), readFileSync(join(folder, file), 'utf8')]),
    );
    // The documents of a page are no flow: they have no manifest.
    const { flow: manifest, ...screens } = texts;
    const documents = Object.fromEntries(
      Object.entries(screens).map(([id, text]) => [id, withReferences(JSON.parse(text) as ScreenDocument, read)]),
    );
    expect(Object.fromEntries(Object.entries(screens).map(([id, text]) => [id, checkDocument(text, read)]))).toEqual(
      Object.fromEntries(Object.keys(screens).map((id) => [id, []])),
    );
    if (manifest !== undefined) expect(checkManifest(manifest, documents)).toEqual([]);
  });
});
