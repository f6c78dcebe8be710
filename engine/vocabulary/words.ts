import { sizeLimit } from './chosen-file.ts';
import type { Failure } from './rules.ts';

type Words = (params: Failure) => string;

/** The words of each format, when they are not the general ones. */
const formatWords: Record<string, string> = {
  email: 'Please enter a valid email address',
  phone: 'Invalid phone number',
  port: 'Must be between 1 and 65535',
  ip: 'Please enter a valid IP address',
  ipv4: 'Please enter a valid IPv4 address',
  ipv6: 'Please enter a valid IPv6 address',
  hostname: 'Please enter a valid hostname',
  'hostname-or-ip': 'Please enter a valid hostname or IP address',
  'host-and-port': 'Please enter a hostname or IP address, with :port where it needs one',
  'port-list': 'Please enter ports such as 22, 80, 8000-8010, at most 100',
  'cidr-list':
    'Please enter private networks such as 10.0.0.0/8, separated by commas; loopback and link-local are not listed here',
  'http-status-codes': 'Please enter status codes such as 404, 500-599',
  'http-url': 'Please enter a valid URL',
  'secure-url': 'Please enter a valid URL',
  uri: 'Please enter a valid URL',
  date: 'Please enter a valid date',
  'date-time': 'Please enter a valid date and time',
  'local-date-time': 'Please enter a valid date and time',
  'time-of-day': 'Please enter a valid time',
  country: 'Please choose a country',
  'time-zone': 'Please choose a time zone',
  'windows-volume': 'Please enter a valid volume',
  'ou-path': 'Invalid OU Path',
  'chosen-file': 'Choose a file',
  plist: 'Invalid custom payload. Please enter a valid XML in plist format.',
};

const REQUIRED = 'Required';
const VALID_VALUE = 'Please enter a valid value';
const CHOOSE = 'Choose one of the options';
const plural = (count: unknown, one: string) => `${String(count)} ${one}${count === 1 ? '' : 's'}`;

/**
 * What a field says when a keyword refuses it and its document has no words of its own. Wordings come from the
 * specifications where they give one (F02-60, F02-61, F09-13, F12-10, F18-40, C12-39, C21-01, C21-32, C21-34, C22-10).
 */
const defaults: Record<string, Words> = {
  required: () => REQUIRED,
  notBlank: () => REQUIRED,
  dependencies: () => REQUIRED,
  wholeNumber: ({ minimum, maximum }) => bounds(minimum, maximum),
  minimum: ({ limit }) => bounds(limit, undefined),
  maximum: ({ limit }) => bounds(undefined, limit),
  exclusiveMinimum: ({ limit }) => `Must be more than ${String(limit)}`,
  exclusiveMaximum: ({ limit }) => `Must be less than ${String(limit)}`,
  multipleOf: ({ multipleOf }) => `Must be a multiple of ${String(multipleOf)}`,
  minLength: ({ limit }) => `Must be at least ${plural(limit, 'character')}`,
  maxLength: ({ limit }) => `Must be at most ${plural(limit, 'character')}`,
  minItems: ({ limit }) => (limit === 1 ? 'At least one is required' : `At least ${String(limit)} are required`),
  maxItems: ({ limit }) => `At most ${String(limit)} allowed`,
  uniqueItems: () => 'Must be unique',
  uniqueBy: () => 'Must be unique',
  format: ({ format }) => formatWords[String(format)] ?? VALID_VALUE,
  enum: () => CHOOSE,
  const: () => VALID_VALUE,
  oneOf: () => CHOOSE,
  anyOf: () => CHOOSE,
  additionalProperties: () => 'Unknown field',
  sameAs: () => 'Does not match',
  differsFrom: () => 'Must be different',
  lessThan: ({ limit }) => `Must be less than ${String(limit)}`,
  after: ({ minutes }) => (minutes === 0 ? 'Must be later' : `Must be at least ${plural(minutes, 'minute')} later`),
  inFuture: () => 'Date and time must be in the future',
  minFileSize: () => 'File too small',
  maxFileSize: ({ limit }) => `File exceeds the limit of ${sizeLimit(Number(limit))}`,
  fileTypes: ({ extensions }) =>
    `You've attempted to attach an invalid file. Only the following file types are allowed: ${String(extensions)}`,
  ipTargets: ({ invalid }) => `Invalid IP(s): ${String(invalid)}`,
};

export function defaultWords(keyword: string, params: Failure): string {
  return defaults[keyword]?.(params) ?? VALID_VALUE;
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
  if (minimum !== undefined && maximum !== undefined)
    return `Must be between ${String(minimum)} and ${String(maximum)}`;
  if (minimum !== undefined) return `Must be at least ${String(minimum)}`;
  return maximum === undefined ? 'Must be a whole number' : `Must be at most ${String(maximum)}`;
}
