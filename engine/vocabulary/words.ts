import { sizeLimit } from './chosen-file.ts';
import type { Failure } from './rules.ts';

type Words = (params: Failure) => string;

/**
 * What a field says when a keyword refuses it and its document has no words of its own; `{limit}` and the like are filled in. A text with
 * `_one` and `_other` has a form for each number. Wordings come from the specifications where they give one (F02-60, F02-61, F09-13,
 * F12-10, F18-40, C12-39, C21-01, C21-32, C21-34, C22-10).
 */
export const fieldTexts: Readonly<Record<string, string>> = {
  required: 'Required',
  validValue: 'Please enter a valid value',
  choose: 'Choose one of the options',
  wholeNumber: 'Must be a whole number',
  between: 'Must be between {minimum} and {maximum}',
  atLeast: 'Must be at least {minimum}',
  atMost: 'Must be at most {maximum}',
  moreThan: 'Must be more than {limit}',
  lessThan: 'Must be less than {limit}',
  multipleOf: 'Must be a multiple of {multipleOf}',
  minLength_one: 'Must be at least {limit} character',
  minLength_other: 'Must be at least {limit} characters',
  maxLength_one: 'Must be at most {limit} character',
  maxLength_other: 'Must be at most {limit} characters',
  minItems_one: 'At least one is required',
  minItems_other: 'At least {limit} are required',
  maxItems: 'At most {limit} allowed',
  unique: 'Must be unique',
  unknownField: 'Unknown field',
  sameAs: 'Does not match',
  differsFrom: 'Must be different',
  later: 'Must be later',
  after_one: 'Must be at least {minutes} minute later',
  after_other: 'Must be at least {minutes} minutes later',
  inFuture: 'Date and time must be in the future',
  minFileSize: 'File too small',
  maxFileSize: 'File exceeds the limit of {limit}',
  fileTypes: "You've attempted to attach an invalid file. Only the following file types are allowed: {extensions}",
  ipTargets: 'Invalid IP(s): {invalid}',
  'format.email': 'Please enter a valid email address',
  'format.phone': 'Invalid phone number',
  'format.port': 'Must be between 1 and 65535',
  'format.ip': 'Please enter a valid IP address',
  'format.ipv4': 'Please enter a valid IPv4 address',
  'format.ipv6': 'Please enter a valid IPv6 address',
  'format.hostname': 'Please enter a valid hostname',
  'format.hostname-or-ip': 'Please enter a valid hostname or IP address',
  'format.host-and-port': 'Please enter a hostname or IP address, with :port where it needs one',
  'format.port-list': 'Please enter ports such as 22, 80, 8000-8010, at most 100',
  'format.cidr-list':
    'Please enter private networks such as 10.0.0.0/8, separated by commas; loopback and link-local are not listed here',
  'format.http-status-codes': 'Please enter status codes such as 404, 500-599',
  'format.http-url': 'Please enter a valid URL',
  'format.secure-url': 'Please enter a valid URL',
  'format.uri': 'Please enter a valid URL',
  'format.date': 'Please enter a valid date',
  'format.date-time': 'Please enter a valid date and time',
  'format.local-date-time': 'Please enter a valid date and time',
  'format.time-of-day': 'Please enter a valid time',
  'format.country': 'Please choose a country',
  'format.time-zone': 'Please choose a time zone',
  'format.windows-volume': 'Please enter a valid volume',
  'format.ou-path': 'Invalid OU Path',
  'format.chosen-file': 'Choose a file',
  'format.plist': 'Invalid custom payload. Please enter a valid XML in plist format.',
};

/** Translates a text of `fieldTexts`: the plural form for `count`, where the text has several. Undefined without a translation. */
export type SayField = (key: string, count: number | undefined) => string | undefined;
let spoken: SayField = () => undefined;

/** Lets fields speak another language from here on. */
export function speakFields(say: SayField): void {
  spoken = say;
}

function say(key: string, params: Failure = {}, count?: number): string {
  const english = fieldTexts[count === undefined ? key : `${key}_${count === 1 ? 'one' : 'other'}`];
  return fill(spoken(key, count) ?? english ?? key, params);
}

const required: Words = () => say('required');
const choose: Words = () => say('choose');
const validValue: Words = () => say('validValue');

const defaults: Record<string, Words> = {
  required,
  notBlank: required,
  dependencies: required,
  wholeNumber: ({ minimum, maximum }) => bounds(minimum, maximum),
  minimum: ({ limit }) => bounds(limit, undefined),
  maximum: ({ limit }) => bounds(undefined, limit),
  exclusiveMinimum: (params) => say('moreThan', params),
  exclusiveMaximum: (params) => say('lessThan', params),
  multipleOf: (params) => say('multipleOf', params),
  minLength: (params) => say('minLength', params, Number(params['limit'])),
  maxLength: (params) => say('maxLength', params, Number(params['limit'])),
  minItems: (params) => say('minItems', params, Number(params['limit'])),
  maxItems: (params) => say('maxItems', params),
  uniqueItems: () => say('unique'),
  uniqueBy: () => say('unique'),
  format: ({ format }) =>
    say(Object.hasOwn(fieldTexts, `format.${String(format)}`) ? `format.${String(format)}` : 'validValue'),
  enum: choose,
  const: validValue,
  oneOf: choose,
  anyOf: choose,
  additionalProperties: () => say('unknownField'),
  sameAs: () => say('sameAs'),
  differsFrom: () => say('differsFrom'),
  lessThan: (params) => say('lessThan', params),
  after: (params) => (params['minutes'] === 0 ? say('later') : say('after', params, Number(params['minutes']))),
  inFuture: () => say('inFuture'),
  minFileSize: () => say('minFileSize'),
  maxFileSize: ({ limit }) => say('maxFileSize', { limit: sizeLimit(Number(limit)) }),
  fileTypes: (params) => say('fileTypes', params),
  ipTargets: (params) => say('ipTargets', params),
};

export function defaultWords(keyword: string, params: Failure): string {
  return (defaults[keyword] ?? validValue)(params);
}

/** Keywords that a document may have words for. */
export const wordedKeywords = [...Object.keys(defaults), 'pattern', 'type', 'not', 'contains', 'propertyNames'];

/** Fills `{limit}` and the like of a document's own words. */
export function fill(words: string, params: Failure): string {
  return words.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : whole,
  );
}

function bounds(minimum: unknown, maximum: unknown): string {
  if (minimum !== undefined && maximum !== undefined) return say('between', { minimum, maximum });
  if (minimum !== undefined) return say('atLeast', { minimum });
  return maximum === undefined ? say('wholeNumber') : say('atMost', { maximum });
}
