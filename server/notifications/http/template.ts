import { validateHeaderValue } from 'node:http';

export type ContentType = 'JSON' | 'FORM' | 'TEXT';

/** A request with placeholders: `{{alert.monitorName}}`, or with filters `{{title | max:130}}`. */
export interface RequestTemplate {
  method: string;
  url: string;
  /** A header is left out where `unless` names a value that is empty. */
  headers: readonly { name: string; value: string; unless?: string }[];
  contentType: ContentType;
  body: string;
}

/** What placeholders stand for, by name. */
export type Values = ReadonlyMap<string, string>;

export interface RenderedRequest {
  method: string;
  url: string;
  headers: { name: string; value: string }[];
  body: string;
}

/** A template that cannot be filled in; `part` says where. The message is for people. */
export class TemplateWrong extends Error {
  constructor(
    readonly part: 'url' | 'headers' | 'body',
    message: string,
  ) {
    super(message);
    this.name = 'TemplateWrong';
  }
}

const mediaTypes: Record<ContentType, string> = {
  JSON: 'application/json',
  FORM: 'application/x-www-form-urlencoded',
  TEXT: 'text/plain; charset=utf-8',
};
const longestBody = 65_536;

/**
 * Fills in a request. Each value is escaped for where it stands, so that a quote in a message ends no JSON text, an ampersand
 * no form field, a line break no header. @throws TemplateWrong
 */
export function renderRequest(template: RequestTemplate, values: Values): RenderedRequest {
  const { method, contentType } = template;
  const url = fill(template.url, values, escapeInUrl, 'url').trim();
  if (!URL.canParse(url) || !/^https?:/i.test(url))
    throw new TemplateWrong('url', 'The address is not a valid URL once it is filled in.');
  const headers = template.headers
    .filter(({ unless }) => unless === undefined || values.get(unless) !== '')
    .map(({ name, value }) => ({ name, value: fill(value, values, escapeInHeader, 'headers') }));
  for (const { name, value } of headers) requireHeaderValue(name, value);
  if (method === 'GET') return { method, url, headers, body: '' };
  const body = fill(template.body, values, escapeIn[contentType], 'body');
  if (Buffer.byteLength(body) > longestBody)
    throw new TemplateWrong('body', `The body has more than ${longestBody} bytes once it is filled in.`);
  if (contentType === 'JSON') requireJson(body);
  const typed = headers.some(({ name }) => name.toLowerCase() === 'content-type');
  const ours = typed ? [] : [{ name: 'content-type', value: mediaTypes[contentType] }];
  return { method, url, headers: [...ours, ...headers], body };
}

const placeholder = /\{\{([^{}]*)\}\}/g;

function fill(text: string, values: Values, escape: (value: string) => string, part: TemplateWrong['part']): string {
  return text.replace(placeholder, (_, inner: string) => {
    const [name = '', ...filters] = inner.split('|').map((each) => each.trim());
    const value = values.get(name);
    if (value === undefined) throw new TemplateWrong(part, `There is no value named “${name}”.`);
    return escape(filters.reduce((filtered, filter) => applyFilter(filter, filtered, part), value.toWellFormed()));
  });
}

/** `max:N` cuts to N characters, `map:A=x,*=y` replaces a value, `slack` escapes Slack's control characters. */
function applyFilter(filter: string, value: string, part: TemplateWrong['part']): string {
  const [name, argument = ''] = filter.split(/:(.*)/s);
  if (name === 'max' && /^[1-9]\d{0,4}$/.test(argument)) return shorten(value, Number(argument));
  if (name === 'map') return mapped(value, argument);
  if (name === 'slack') return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  throw new TemplateWrong(part, `There is no filter “${filter}”. Use max:N, map:A=x,*=y or slack.`);
}

function shorten(value: string, limit: number): string {
  // By UTF-16 units, which is what vendors that count characters count at most; half a surrogate pair is dropped.
  return value.length <= limit ? value : `${value.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function mapped(value: string, argument: string): string {
  const pairs = argument.split(',').map((pair) => pair.split(/=(.*)/s));
  const found = pairs.find(([from]) => from === value) ?? pairs.find(([from]) => from === '*');
  return found?.[1] ?? value;
}

const escapeIn: Record<ContentType, (value: string) => string> = {
  JSON: (value) => JSON.stringify(value).slice(1, -1),
  FORM: encodeURIComponent,
  TEXT: (value) => value,
};

/** A whole base address (`https://ntfy.example.com`) stays one; anything else is one part of a path or query. */
function escapeInUrl(value: string): string {
  if (/^https?:\/\//i.test(value)) return value;
  return encodeURIComponent(value).replaceAll('%3A', ':');
}

/** HTTP headers hold one line of Latin-1. */
function escapeInHeader(value: string): string {
  return value.replace(/[^\t\x20-\x7e\xa0-\xff]+/g, ' ').trim();
}

function requireHeaderValue(name: string, value: string): void {
  try {
    validateHeaderValue(name, value);
  } catch {
    throw new TemplateWrong('headers', `The header ${name} is not valid once it is filled in.`);
  }
}

function requireJson(body: string): void {
  try {
    JSON.parse(body);
  } catch {
    throw new TemplateWrong('body', 'The body is not valid JSON once it is filled in. Put placeholders inside quotes.');
  }
}
