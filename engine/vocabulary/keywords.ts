import { _, Name, str, stringify, type Code, type CodeKeywordDefinition, type KeywordCxt } from 'ajv';
import {
  after,
  differsFrom,
  fileTypes,
  inFuture,
  ipTargets,
  lessThan,
  maxFileSize,
  minFileSize,
  notBlank,
  sameAs,
  uniqueBy,
  wholeNumber,
} from './rules.ts';
import { equal } from './runtime.ts';

/** Every rule by its keyword. */
export const rules = {
  wholeNumber,
  notBlank,
  sameAs,
  differsFrom,
  lessThan,
  after,
  inFuture,
  ipTargets,
  uniqueBy,
  minFileSize,
  maxFileSize,
  fileTypes,
};

type RuleName = keyof typeof rules;

const relativePointer = { type: 'string', pattern: '^\\d+(/.*)?$' };
// One schema of both shapes instead of `anyOf`, so that a refusal names what is wrong and not that nothing matched.
const field = {
  type: ['string', 'object'],
  pattern: '^\\d+(/.*)?$',
  required: ['field'],
  properties: { field: relativePointer, ignoreCase: { type: 'boolean' } },
  additionalProperties: false,
};

/** What each rule takes in a document: read by the meta-schema and by AJV. */
export const ruleParams: Record<RuleName, Record<string, unknown>> = {
  wholeNumber: {
    type: 'object',
    properties: { minimum: { type: 'integer' }, maximum: { type: 'integer' } },
    additionalProperties: false,
  },
  notBlank: { type: 'boolean' },
  sameAs: field,
  differsFrom: field,
  lessThan: relativePointer,
  after: {
    type: 'object',
    required: ['field'],
    properties: {
      field: relativePointer,
      minutes: { type: 'integer', minimum: 0 },
      orNow: { type: 'boolean' },
      timeZone: relativePointer,
    },
    additionalProperties: false,
  },
  inFuture: { type: ['boolean', 'object'], properties: { timeZone: relativePointer }, additionalProperties: false },
  ipTargets: { type: 'boolean' },
  uniqueBy: { type: 'string', pattern: '^/' },
  minFileSize: { type: 'integer', minimum: 0 },
  maxFileSize: { type: 'integer', minimum: 0 },
  fileTypes: { type: 'array', minItems: 1, items: { type: 'string', pattern: '^\\.[a-z0-9]{1,10}$' } },
};

export const ruleNames = Object.keys(ruleParams) as RuleName[];

// Names that AJV gives the arguments of every validate function it writes.
const instancePath = new Name('instancePath');
const rootData = new Name('rootData');
const context = new Name('this');

/** A rule as a code keyword: the generated code imports the rule's module, so it stands without AJV (DESIGN §1). */
function ruleKeyword(name: RuleName): CodeKeywordDefinition {
  return {
    keyword: name,
    metaSchema: ruleParams[name],
    error: { message: '', params: ({ params }) => params['failure'] as Code },
    code(cxt: KeywordCxt) {
      const { gen, data, it } = cxt;
      const rule = gen.scopeValue('func', { ref: rules[name], code: _`require("cairn/rules")[${name}]` });
      const path = str`${instancePath}${it.errorPath}`;
      const place = _`{path: ${path}, root: ${rootData}, clock: ${context}}`;
      const failure = gen.const('failure', _`${rule}(${stringify(cxt.schema)}, ${data}, ${place})`);
      cxt.setParams({ failure });
      cxt.pass(_`!${failure}`);
    },
  };
}

/** AJV's own writes the whole schema into the module for the sake of its error's parameters; this one writes the choices. */
const enumKeyword: CodeKeywordDefinition = {
  keyword: 'enum',
  schemaType: 'array',
  error: { message: '' },
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const choices = cxt.schema as unknown[];
    const deep = choices.some((choice) => typeof choice === 'object' && choice !== null);
    const same = deep ? gen.scopeValue('func', { ref: equal, code: _`require("cairn/runtime").equal` }) : undefined;
    const tests = choices.map((choice) =>
      same === undefined ? _`${data} === ${stringify(choice)}` : _`${same}(${data}, ${stringify(choice)})`,
    );
    cxt.pass(tests.reduce((all, test) => _`${all} || ${test}`, _`false`));
  },
};

// `enum` first: AJV checks the rules' own parameters with it.
export const keywords: CodeKeywordDefinition[] = [enumKeyword, ...ruleNames.map(ruleKeyword)];
