import { expect, it } from 'vitest';
import { seeded } from '#tests/contract/samples.ts';
import { csvRecords } from '../monitors/transfer/read-csv.ts';
import { guard, unguard } from './formula-guard.ts';
import { csvLines } from './write-csv.ts';

it.each([
  ['=1+1', "'=1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' \t-2', " \t'-2"],
  ['＝1', "'＝1"],
  // Where a spreadsheet expects semicolons, this is the beginning of a cell.
  ['a;=cmd()', "a;'=cmd()"],
  ['a;"=cmd()', `a;"'=cmd()`],
  ['a,\n+b', "a,\n'+b"],
  ['http://example.com/?a=1&b=-2', 'http://example.com/?a=1&b=-2'],
  ['plain', 'plain'],
])('makes text of %j', (text, safe) => {
  expect(guard(text)).toBe(safe);
  expect(unguard(safe)).toBe(text);
});

/** What a spreadsheet makes of the lines when it splits at each delimiter, and takes quotes only at the start of a cell. */
function cells(text: string, delimiter: string): string[] {
  const found: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quoted && sign === '"' && text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else if (sign === '"' && (quoted || cell === '')) quoted = !quoted;
    else if (!quoted && (sign === delimiter || sign === '\n' || sign === '\r')) {
      found.push(cell);
      cell = '';
    } else cell += sign;
  }
  return [...found, cell];
}

it('comes back as it was, and begins no cell with a formula, whatever stands in it and wherever it is split', async () => {
  const random = seeded(20_261_121);
  const signs = ['=', '+', '-', '@', ';', ',', '\t', '"', "'", '\n', '\r\n', ' ', 'a', 'é', '＝', '|', '\\', '[', '{'];
  for (let round = 0; round < 3000; round += 1) {
    const row = Array.from({ length: 4 }, () =>
      Array.from({ length: Math.floor(random() * 8) }, () => signs[Math.floor(random() * signs.length)]).join(''),
    );
    const lines = csvLines([row]);
    for (const delimiter of [',', ';', '\t'])
      for (const cell of cells(lines, delimiter))
        expect(cell, JSON.stringify(lines)).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/u);
    for await (const read of csvRecords(`a,b,c,d\r\n${lines}`, (header) => header.length)) {
      if (read[0] !== 'a') expect(read.map(unguard)).toEqual(row);
    }
  }
});

it.each(['\t', '\n', ',\t', '"', "'", ' ', ',', "\t'"])(
  'takes time by the length alone of a text of %j (S3)',
  (piece) => {
    const text = `${piece.repeat(10_000_000 / piece.length)}x`;
    // Time of this process alone: the machine may be busy with others.
    const begun = process.cpuUsage();
    expect(unguard(guard(text)) === text).toBe(true);
    expect(process.cpuUsage(begun).user / 1e6, 'seconds').toBeLessThan(2);
  },
  60_000,
);

it('is what the regular expression was', () => {
  const random = seeded(7);
  const before = String.raw`(^|[;,\t\r\n|])(["'\s]*)`;
  const sign = String.raw`([=+\-@＝＋－＠])`;
  const pieces = ['=', '-', ';', ',', '\t', '"', "'", '\n', ' ', '\u00a0', '\ufeff', 'a', '＝', '|'];
  for (let round = 0; round < 5000; round += 1) {
    const text = Array.from({ length: 9 }, () => pieces[Math.floor(random() * pieces.length)]).join('');
    expect(guard(text)).toBe(text.replace(new RegExp(before + sign, 'gu'), "$1$2'$3"));
    expect(unguard(text)).toBe(text.replace(new RegExp(`${before}'${sign}`, 'gu'), '$1$2$3'));
  }
});
