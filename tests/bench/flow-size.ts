// flow.size: lines of TypeScript and files of each flow, without tests: its machine and the screens that are not forms.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, BenchResult } from './bench.ts';

const root = join(import.meta.dirname, '../..');
/** Limit for a flow that adds one entity, or reads and saves it. */
const MOST_LINES = 60;

interface Source {
  path: string;
  lines: number;
}

export const bench: Bench = {
  names: ['flow.size'],
  async run() {
    const flows = readdirSync(join(root, 'machines')).filter((flow) => existsSync(join(root, 'schemas', flow)));
    return flows.map((flow): BenchResult => {
      const machine = sourcesIn(join('machines', flow));
      const sources = [...machine, ...sourcesIn(join('screens', flow))];
      const documents = readdirSync(join(root, 'schemas', flow)).length;
      const lines = sources.reduce((sum, source) => sum + source.lines, 0);
      const isEntity = machine.some(({ path }) => readFileSync(path, 'utf8').includes('entityFlow('));
      const files = `${sources.length} files of TypeScript, ${documents} documents`;
      return {
        name: `flow.size.${flow}`,
        value: lines,
        unit: 'lines',
        goal: isEntity ? `<= ${MOST_LINES} for one entity; ${files}` : `none; ${files}`,
        holds: !isEntity || lines <= MOST_LINES,
      };
    });
  },
};

function sourcesIn(folder: string): Source[] {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => {
      const path = join(root, folder, file);
      return { path, lines: readFileSync(path, 'utf8').trimEnd().split('\n').length };
    });
}
