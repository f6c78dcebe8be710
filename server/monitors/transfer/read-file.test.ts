import { describe, expect, it } from 'vitest';
import { Refused } from '../../refused.ts';
import { mostRows, readFile } from './read-file.ts';

const shop = { organization: 'Acme', location: 'Main office', monitorName: 'Shop', frequency: 60, enabled: true };
const header = 'organization,location,monitorName,frequency,enabled';
const line = 'Acme,Main office,Shop,60,true';

async function wordsOf(content: string): Promise<unknown> {
  return readFile(content).then(
    () => 'it was read',
    (error: unknown) => (error instanceof Refused ? error.extra.fields : error),
  );
}

describe('a file of monitors', () => {
  it.each([
    ['commas', `${header}\n${line}\n`],
    ['semicolons', `${header}\n${line}`.replaceAll(',', ';')],
    ['tabs', `${header}\n${line}`.replaceAll(',', '\t')],
    ['CRLF and a byte-order mark', `\ufeff${header}\r\n${line}\r\n`],
    ['quotes', `${header}\n"Acme","Main office","Shop","60","true"`],
    ['another case and order', 'Enabled,FREQUENCY,monitorname,location,organization\nyes,60,Shop,Main office,Acme'],
    ['lines without anything', `${header}\n\n,,,,\n${line}\n\n`],
    ['a list in JSON', JSON.stringify([shop])],
    [
      'an export in JSON',
      `\ufeff${JSON.stringify({ format: 'cairn-monitors', monitors: [{ ...shop, secretsLeftOut: [] }] })}`,
    ],
  ])('is read with %s', async (_, content) => {
    const rows = await readFile(content);
    expect(rows.map(({ given, unreadable }) => [given, unreadable])).toEqual([[shop, {}]]);
  });

  it('keeps line ends, quotes and delimiters inside of cells, and counts rows as a spreadsheet does', async () => {
    const rows = await readFile(`monitorName;requestBodyRaw\r\nOne;"a;b\r\n""c"""\r\n\r\nTwo;'=x\r\n`);
    expect(rows).toEqual([
      { row: 2, given: { monitorName: 'One', requestBodyRaw: 'a;b\r\n"c"' }, unreadable: {} },
      { row: 4, given: { monitorName: 'Two', requestBodyRaw: '=x' }, unreadable: {} },
    ]);
  });

  it('takes an empty cell for nothing, a missing column for nothing said', async () => {
    const [row] = await readFile('monitorName,dnsServer\nShop,');
    expect(row?.given).toEqual({ monitorName: 'Shop', dnsServer: null });
  });

  it('names by row what cannot be read', async () => {
    const rows = await readFile('monitorName,conditions,frequency\nOne,{},60\nTwo,[],6O,and more\nThree,"[{}]",60');
    expect(rows.map(({ row, unreadable }) => [row, unreadable])).toEqual([
      [2, { conditions: 'Must be a list in JSON' }],
      [3, { row: 'There are 4 cells and 3 columns. Put text with a comma in quotes.' }],
      [4, {}],
    ]);
    expect(rows[1]?.given['frequency']).toBe('6O');
    expect(await readFile('["x", {"monitorName": "A", "__proto__": 1, "colour": "red"}]')).toMatchObject([
      { row: 1, unreadable: { monitor: 'Must be an object' } },
      { row: 2, unreadable: { colour: 'This field is not known here' } },
    ]);
  });

  it.each([
    ['', 'There are no monitors in the file.'],
    ['monitorName\n', 'There are no monitors in the file.'],
    ['{"monitors": {}}', 'The file has no list “monitors”.'],
    ['[{"a": 1},\n{]', 'The file cannot be read as JSON near line 2.'],
    ['name,target\nShop,x', /^The first line must name the columns, “monitorName” among them/],
    ['monitorName,colour\nShop,red', /^No such column: colour\./],
    ['monitorName,monitorname\nShop,Shop', 'The column “monitorName” is there twice.'],
    ['monitorName\n"Shop', /^The file cannot be read as CSV: a quote that opens.* is not closed\.$/],
    ['monitorName\n"Shop"s', /^The file cannot be read as CSV: a quote stands in the middle of a cell/],
  ])('%j is refused in words', async (content, words) => {
    expect(await wordsOf(content)).toEqual({
      '/file': typeof words === 'string' ? words : (expect.stringMatching(words) as unknown),
    });
  });

  it('is refused when it has too many rows', async () => {
    expect(await wordsOf(`monitorName\n${'x\n'.repeat(mostRows + 1)}`)).toEqual({
      '/file': 'The file has more than 10,000 monitors. Split it and import the parts one after the other.',
    });
  });
});
