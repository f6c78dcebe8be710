import { conversions } from '../flow/conversions.ts';
import { formatNames } from '../vocabulary/format-names.ts';
import { ruleParams } from '../vocabulary/keywords.ts';
import { wordedKeywords } from '../vocabulary/words.ts';
import { translatedLanguages } from './languages.ts';
import { longestTranslation, mostTranslations } from './translations.ts';
import { fieldNames, widgetNames } from './widgets.ts';

type Meta = Record<string, unknown>;

const text: Meta = { type: 'string', minLength: 1 };
const count: Meta = { type: 'integer', minimum: 0 };
const pointer: Meta = { type: 'string', format: 'json-pointer', pattern: '^/' };
const pointers: Meta = { type: 'array', items: pointer, uniqueItems: true };
const ref = (name: string): Meta => ({ $ref: `#/definitions/${name}` });
const mapOf = (values: Meta, keys?: Meta): Meta => ({
  type: 'object',
  additionalProperties: values,
  ...(keys && { propertyNames: keys }),
});
const closed = (properties: Meta, required: string[] = []): Meta => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});

// A condition instead of `anyOf`, so that a refusal names what is wrong and not that nothing matched.
const orList = (one: Meta, list: Meta): Meta => ({ if: { type: 'array' }, then: list, else: one });

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Draft-07 with the vocabulary and nothing else, so that a mistyped keyword is found. */
const schema: Meta = {
  ...closed({
    type: orList({ enum: types }, { type: 'array', items: { enum: types }, minItems: 1, uniqueItems: true }),
    title: { type: 'string' },
    description: { type: 'string' },
    default: {},
    const: {},
    enum: { type: 'array', minItems: 1 },
    examples: { type: 'array' },
    readOnly: { type: 'boolean' },
    writeOnly: { type: 'boolean', description: 'A secret: never in a draft, a log, an audit row or a reply.' },
    $comment: { type: 'string' },
    $ref: { type: 'string', pattern: '^(#/definitions/|\\.\\./[a-z0-9-]+/([a-z0-9-]+/)?[a-z0-9-]+\\.json#/)' },
    definitions: mapOf(ref('schema')),
    properties: mapOf(ref('schema')),
    patternProperties: mapOf(ref('schema'), { format: 'regex' }),
    additionalProperties: ref('schema'),
    propertyNames: ref('schema'),
    required: { type: 'array', items: { type: 'string' }, uniqueItems: true },
    minProperties: count,
    maxProperties: count,
    dependencies: mapOf(orList(ref('schema'), { type: 'array', items: { type: 'string' } })),
    items: orList(ref('schema'), { type: 'array', items: ref('schema'), minItems: 1 }),
    additionalItems: ref('schema'),
    contains: ref('schema'),
    minItems: count,
    maxItems: count,
    uniqueItems: { type: 'boolean' },
    minLength: count,
    maxLength: count,
    pattern: { type: 'string', format: 'regex' },
    format: { enum: formatNames },
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    exclusiveMinimum: { type: 'number' },
    exclusiveMaximum: { type: 'number' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    allOf: { type: 'array', minItems: 1, items: ref('schema') },
    anyOf: { type: 'array', minItems: 1, items: ref('schema') },
    oneOf: { type: 'array', minItems: 1, items: ref('schema') },
    not: ref('schema'),
    if: ref('schema'),
    then: ref('schema'),
    else: ref('schema'),
    ...ruleParams,
  }),
  type: ['object', 'boolean'],
};

const ui: Meta = {
  type: 'object',
  properties: {
    $ref: { type: 'string' },
    'ui:order': { type: 'array', items: text, uniqueItems: true },
    'ui:widget': { enum: widgetNames },
    'ui:field': { enum: fieldNames },
    'ui:options': { type: 'object' },
    'ui:title': { type: 'string' },
    'ui:description': { type: 'string' },
    'ui:help': { type: 'string' },
    'ui:placeholder': { type: 'string' },
    'ui:autocomplete': { type: 'string' },
    'ui:inputType': { type: 'string' },
    'ui:autofocus': { type: 'boolean' },
    'ui:classNames': { type: 'string' },
    'ui:emptyValue': {},
    'ui:enumNames': { type: 'array', items: { type: 'string' } },
  },
  patternProperties: { '^(?!ui:|\\$ref$)': ref('ui') },
  additionalProperties: false,
};

const bounded: Meta = { ...text, maxLength: longestTranslation };
/** `from` is the English that the text was made from. */
const translation = closed({ from: bounded, text: bounded }, ['from', 'text']);

const action = closed({ event: text, label: text, variant: { enum: ['primary', 'default', 'danger'] } }, [
  'event',
  'label',
]);

/** The JSON Schema of a screen document; `screen.schema.json` is this, written out for editors. */
export const screenMetaSchema: Meta = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'A screen of a flow',
  ...closed(
    {
      $schema: { type: 'string' },
      parts: { type: 'string', pattern: '^\\.\\./[a-z0-9-]+/[a-z0-9-]+/#/' },
      kind: { enum: ['form', 'summary', 'conflict', 'progress', 'message'] },
      title: text,
      step: text,
      description: text,
      compiledBy: text,
      schema: ref('schema'),
      given: { type: 'array', items: text, minItems: 1, uniqueItems: true },
      ui: ref('ui'),
      messages: mapOf(mapOf(text, { enum: [...wordedKeywords] }), { type: 'string', pattern: '^/' }),
      locked: mapOf(pointers, { enum: ['NEW', 'EDIT'] }),
      help: mapOf(text, { type: 'string', pattern: '^/' }),
      sections: {
        type: 'array',
        items: closed(
          {
            title: text,
            description: text,
            fields: { type: 'array', items: text, minItems: 1, uniqueItems: true },
            special: { const: true },
          },
          ['title', 'fields'],
        ),
      },
      presets: {
        type: 'array',
        items: closed({ title: text, description: text, values: { type: 'object', minProperties: 1 } }, [
          'title',
          'description',
          'values',
        ]),
        minItems: 1,
      },
      text,
      stages: mapOf(text),
      unit: { enum: ['bytes'] },
      rows: closed({ job: text, item: ref('schema'), filter: text, sort: text, empty: text }, ['job', 'item']),
      tone: { enum: ['info', 'success', 'warning', 'danger'] },
      submit: { if: { type: 'object' }, then: closed({ NEW: text, EDIT: text }, ['NEW', 'EDIT']), else: text },
      test: closed({ label: text, passed: text }, ['label', 'passed']),
      failed: text,
      actions: { type: 'array', items: action },
      of: { type: 'array', items: text, uniqueItems: true },
      translations: mapOf(
        { ...mapOf(translation, { type: 'string', pattern: '^/' }), maxProperties: mostTranslations },
        { enum: translatedLanguages.map(({ id }) => id) },
      ),
      examples: closed({ valid: { type: 'array' }, invalid: { type: 'array' } }, ['valid', 'invalid']),
    },
    ['title'],
  ),
  definitions: { schema, ui },
};

const route: Meta = { type: 'string', pattern: '^/' };
const routeOfOne: Meta = { ...route, pattern: '^/.*\\$id' };

const end = closed(
  { message: text, to: route, offer: closed({ label: text, to: route, need: text }, ['label', 'to']) },
  ['message'],
);

const when: Meta = mapOf({ type: 'array', minItems: 1 }, pointer);
const fixed: Meta = mapOf({}, pointer);
const sentField: Meta = {
  if: { type: 'object' },
  then: closed(
    {
      from: pointer,
      as: { enum: Object.keys(conversions) },
      zone: pointer,
      into: { type: 'array', items: text, minItems: 2, maxItems: 3 },
      values: { type: 'object', minProperties: 1 },
      rows: mapOf(ref('sentField'), pointer),
      item: pointer,
      shares: mapOf(pointer, pointer),
      fixed,
      adds: { const: true },
      when,
      emptied: {},
      otherwise: {},
    },
    ['from'],
  ),
  else: pointer,
};
const sentCall: Meta = closed(
  {
    body: mapOf(orList(ref('sentField'), { type: 'array', items: ref('sentField'), minItems: 2 }), pointer),
    custom: pointer,
    fixed,
    reads: mapOf(pointer, pointer),
    inferred: mapOf({ type: 'array', items: closed({ is: {}, given: pointer, when }, ['is']), minItems: 1 }, pointer),
  },
  ['body'],
);

const sentOrLike: Meta = {
  if: { type: 'object', required: ['like'] },
  then: closed({ like: text, moved: mapOf(pointer) }, ['like', 'moved']),
  else: sentCall,
};

/** The JSON Schema of a flow's manifest; `flow.schema.json` is this, written out for editors. */
export const manifestMetaSchema: Meta = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'What the shell knows of a flow before its machine is loaded',
  ...closed(
    {
      $schema: { type: 'string' },
      title: closed({ NEW: text, EDIT: text }, ['NEW', 'EDIT']),
      presentation: { enum: ['full-screen', 'modal', 'page'] },
      width: { enum: [640, 880] },
      height: { const: 596 },
      drafts: { enum: ['server', 'local', 'none'] },
      namedBy: pointer,
      organization: pointer,
      entity: text,
      ends: closed({ NEW: end, EDIT: end }, []),
      routes: closed({ add: route, edit: routeOfOne, copy: routeOfOne }),
      stepper: {
        type: 'array',
        items: closed({ screen: text, when }, ['screen']),
        minItems: 1,
      },
      given: ref('schema'),
      sends: mapOf({ if: { type: 'string' }, then: text, else: sentOrLike }),
      sendsMore: { type: 'boolean' },
      unsent: pointers,
      needs: mapOf(pointers),
    },
    ['title', 'presentation', 'drafts', 'needs'],
  ),
  definitions: { sentField, schema },
};
