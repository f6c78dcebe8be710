import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { parse, CsvError } from 'csv-parse';
import { parse as parseAtOnce } from 'csv-parse/sync';

const delimiters = [',', ';', '\t'];
const pieceLength = 65_536;
const longestLine = 4_000_000;

/** A file that is no CSV, in words. */
export class NoCsv extends Error {}

/** The cells of each line, lines without any among them. @throws NoCsv while it is read */
export async function* csvRecords(text: string, knownColumns: (header: readonly string[]) => number) {
  const delimiter = delimiterOf(text, knownColumns);
  const options = { delimiter, bom: true, relax_column_count: true, max_record_size: longestLine };
  const parser = Readable.from(pieces(text)).pipe(parse(options));
  try {
    for await (const record of parser) yield record as string[];
  } catch (error) {
    throw error instanceof CsvError ? new NoCsv(wordsOf(error), { cause: error }) : error;
  }
}

/** A turn for others after each piece: ten megabytes at once would hold up every check that is due. */
async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += pieceLength) {
    yield text.slice(at, at + pieceLength);
    await turn();
  }
}

/** The one by which most of the header is known. @throws NoCsv when none of it is: nothing else of the file is looked at */
function delimiterOf(text: string, knownColumns: (header: readonly string[]) => number): string {
  const known = delimiters.map((delimiter) => knownColumns(headerBy(text, delimiter)));
  const most = Math.max(...known);
  if (most === 0 && text.trim() !== '')
    throw new NoCsv('The first line must name the columns, “monitorName” among them. An export shows them all.');
  return delimiters[known.indexOf(most)] ?? ',';
}

function headerBy(text: string, delimiter: string): string[] {
  try {
    const [header = []] = parseAtOnce(text.slice(0, pieceLength), {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      to: 1,
    }) as string[][];
    return header;
  } catch {
    return [];
  }
}

function wordsOf(error: CsvError): string {
  const line = (error as { lines?: unknown }).lines;
  const where = typeof line === 'number' ? ` near line ${line}` : '';
  switch (error.code) {
    case 'CSV_MAX_RECORD_SIZE':
      return `The file cannot be read as CSV: a line${where} is too long.`;
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The file cannot be read as CSV: a quote that opens${where} is not closed.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return `The file cannot be read as CSV: a quote stands in the middle of a cell${where}. Double the quotes inside of quotes.`;
    default:
      return `The file cannot be read as CSV${where}.`;
  }
}
