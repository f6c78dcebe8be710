// doors.keys: every call × every kind of credential, through the server's own gate; the figure is the number of lines that differ from the reviewed table.
import { writeFileSync } from 'node:fs';
import { differences, doorTable, expectedFile, head } from '../doors/door-table.ts';
import type { Bench } from './bench.ts';

export const bench: Bench = {
  names: ['doors.keys'],
  async run() {
    const table = [head, ...doorTable()];
    if (process.argv.includes('--write'))
      writeFileSync(expectedFile, `${table.map((line) => line.join('\t')).join('\n')}\n`);
    if (!process.argv.includes('--json'))
      for (const line of table)
        console.log(
          line
            .map((cell) => cell.padEnd(26))
            .join('')
            .trimEnd(),
        );
    const found = differences();
    for (const line of found) console.error(line);
    return [
      { name: 'doors.keys', value: found.length, unit: 'lines', goal: '0 that differ', holds: found.length === 0 },
    ];
  },
};
