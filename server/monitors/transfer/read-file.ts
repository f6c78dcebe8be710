import { setImmediate as turn } from 'node:timers/promises';
import { findTooMuch } from '#api/contract/json-bounds.ts';
import { MonitorInput } from '#api/contract/monitor-input.ts';
import { defaultWords } from '#engine/vocabulary/words.ts';
import { Refused } from '../../refused.ts';
import { csvRecords, NoCsv } from './read-csv.ts';
import { fields, remarks, type Kind } from './fields.ts';
import { unguard } from '../../csv/formula-guard.ts';

/** A monitor as a file tells it. What is left out is not there; what is left empty is null. */
export interface GivenRow {
  /** As a spreadsheet counts, or the place in a list from 1. */
  row: number;
  given: Readonly<Record<string, unknown>>;
  /** What cannot be read of it: words by field. */
  unreadable: Readonly<Record<string, string>>;
}

export const mostRows = 10_000;
const turnAfter = 200;
/** Unknown fields that a row is refused with. */
const mostStrange = 20;
const longestWord = 1000;
const longestJson = 1_000_000;
const unknownField = 'This field is not known here';

/** The rows of a file, JSON by its first character or CSV. @throws Refused `invalid_input` about `/file` */
export async function readFile(content: string): Promise<GivenRow[]> {
  const text = content.replace(/^\ufeff/, '');
  const rows = /^\s*[[{]/.test(text) ? readJson(text) : readCsv(text);
  const read: GivenRow[] = [];
  for await (const whole of rows) {
    const row = withinBounds(whole);
    if (read.length === mostRows)
      throw refused(
        `The file has more than ${mostRows.toLocaleString('en')} monitors. Split it and import the parts one after the other.`,
      );
    read.push(row);
    if (read.length % turnAfter === 0) await turn();
  }
  if (read.length === 0) throw refused('There are no monitors in the file.');
  return read;
}

function* readJson(text: string): Generator<GivenRow> {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch (cause) {
    const at = cause instanceof Error ? /at position (\d+)/.exec(cause.message)?.[1] : undefined;
    const line = at === undefined ? '' : ` near line ${text.slice(0, Number(at)).split('\n').length}`;
    throw refused(`The file cannot be read as JSON${line}.`, cause);
  }
  const monitors: unknown = Array.isArray(whole) ? whole : isRecord(whole) ? whole['monitors'] : undefined;
  if (!Array.isArray(monitors)) throw refused('The file has no list “monitors”.');
  for (const [index, monitor] of monitors.entries()) yield rowOfJson(index + 1, monitor);
}

function rowOfJson(row: number, monitor: unknown): GivenRow {
  if (!isRecord(monitor)) return { row, given: {}, unreadable: { monitor: 'Must be an object' } };
  const entries = Object.entries(monitor).filter(([name]) => !remarks.includes(name));
  const strange = entries.filter(([name]) => !fields.has(name));
  return {
    row,
    given: Object.fromEntries(entries.filter(([name]) => fields.has(name))),
    unreadable: Object.fromEntries(strange.slice(0, mostStrange).map(([name]) => [name, unknownField])),
  };
}

async function* readCsv(text: string): AsyncGenerator<GivenRow> {
  let header: string[] | undefined;
  let row = 0;
  try {
    for await (const cells of csvRecords(text, (names) => columnsOf(names).filter((name) => fields.has(name)).length)) {
      row += 1;
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (header === undefined) header = knownHeader(cells);
      else yield rowOfCells(row, header, cells);
    }
  } catch (error) {
    throw error instanceof NoCsv ? refused(error.message, error) : error;
  }
}

/** The names as this console spells them, whatever their case. */
function columnsOf(header: readonly string[]): string[] {
  const spelled = new Map([...fields.keys(), ...remarks].map((name) => [name.toLowerCase(), name]));
  return header.map((name) => spelled.get(name.trim().toLowerCase()) ?? name.trim());
}

function knownHeader(cells: readonly string[]): string[] {
  const columns = columnsOf(cells);
  const strange = columns.filter((name) => name !== '' && !fields.has(name) && !remarks.includes(name));
  if (!columns.includes('monitorName'))
    throw refused('The first line must name the columns, “monitorName” among them. An export shows them all.');
  if (strange.length > 0) throw refused(`No such column: ${strange.slice(0, 5).join(', ')}. An export shows them all.`);
  const twice = columns.find((name, index) => name !== '' && columns.indexOf(name) !== index);
  if (twice !== undefined) throw refused(`The column “${twice}” is there twice.`);
  return columns;
}

function rowOfCells(row: number, header: readonly string[], cells: readonly string[]): GivenRow {
  const given: Record<string, unknown> = {};
  const unreadable: Record<string, string> = {};
  if (cells.slice(header.length).some((cell) => cell.trim() !== ''))
    unreadable['row'] =
      `There are ${cells.length} cells and ${header.length} columns. Put text with a comma in quotes.`;
  for (const [index, name] of header.entries()) {
    const kind = fields.get(name);
    if (kind === undefined) continue;
    const cell = cells[index] ?? '';
    const limit = longestOf(name, kind);
    if (cell.length > limit) {
      unreadable[name] = defaultWords('maxLength', { limit });
      continue;
    }
    const text = unguard(cell);
    const value = text.trim() === '' ? null : valueOf(kind, text);
    if (value === undefined) unreadable[name] = `Must be ${kind === 'object' ? 'an object' : 'a list'} in JSON`;
    else given[name] = value;
  }
  return { row, given, unreadable };
}

/** Characters that a cell may have, before anything looks into it. */
function longestOf(name: string, kind: Kind): number {
  if (kind === 'list' || kind === 'object') return longestJson;
  if (kind !== 'text') return longestWord;
  const { maxLength } = (MonitorInput.properties as Readonly<Record<string, { maxLength?: number }>>)[name] ?? {};
  return maxLength ?? longestWord;
}

/** The row without fields that hold too much, such as 300,000 conditions or lists nested a thousand levels deep. */
function withinBounds(row: GivenRow): GivenRow {
  const tooMuch = findTooMuch(row.given, MonitorInput);
  if (!tooMuch) return row;
  const [, field = ''] = tooMuch.pointer.split('/');
  const given = Object.fromEntries(Object.entries(row.given).filter(([name]) => name !== field));
  return withinBounds({ ...row, given, unreadable: { ...row.unreadable, [field]: tooMuch.message } });
}

/** What cannot be read as its kind stays text, which the check of the field refuses in its own words. */
function valueOf(kind: Kind, text: string): unknown {
  const word = text.trim();
  switch (kind) {
    case 'number':
      return /^[+-]?\d+$/.test(word) ? Number(word) : word;
    case 'boolean':
      if (/^(true|yes|1)$/i.test(word)) return true;
      return /^(false|no|0)$/i.test(word) ? false : word;
    case 'list': {
      const list = parsed(word);
      return Array.isArray(list) ? list : undefined;
    }
    case 'object': {
      const object = parsed(word);
      return isRecord(object) ? object : undefined;
    }
    case 'text':
      return text;
    default:
      throw new Error(`cells of ${String(kind satisfies never)} are not known`);
  }
}

function parsed(word: string): unknown {
  try {
    return JSON.parse(word);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refused(words: string, cause?: unknown): Refused {
  return new Refused('invalid_input', { fields: { '/file': words }, cause });
}
