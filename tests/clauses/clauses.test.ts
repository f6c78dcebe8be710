import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citations, citationsOf } from './citations.ts';
import { readClauses, readReasons } from './clauses.ts';
import { clausesPage, coverageOf } from './table.ts';

const page = join(import.meta.dirname, '../../docs/clauses.md');

describe('the clauses', () => {
  const coverage = coverageOf(readClauses(), citations(), readReasons());

  it('are each shown by a test, or somebody says why not', () => {
    expect(coverage.wrong).toEqual([]);
  });

  it('stand in docs/clauses.md as the tests cite them now (npm run clauses)', () => {
    expect(readFileSync(page, 'utf8') === clausesPage(coverage)).toBe(true);
  });
});

describe('a citation', () => {
  const cited = (source: string, file = 'src/a.test.ts') => citationsOf(file, source).map(({ id, name }) => [id, name]);

  it('is an id in the name of a test or of what it stands in', () => {
    expect(cited("describe('the wizard (F08-04)', () => { it('goes on (F08-68, F08-69)', () => {}); });")).toEqual([
      ['F08-04', 'the wizard (F08-04) › goes on (F08-68, F08-69)'],
      ['F08-68', 'the wizard (F08-04) › goes on (F08-68, F08-69)'],
      ['F08-69', 'the wizard (F08-04) › goes on (F08-68, F08-69)'],
    ]);
  });

  it('may stand in a template, in the table of an each, behind options', () => {
    expect(cited('test(`of ${type} (F08-09)`, { timeout: 1 }, run);')).toEqual([['F08-09', 'of … (F08-09)']]);
    expect(cited("it.each([['a port', 'F08-64']])('raises %s (%s)', run);")).toEqual([
      ['F08-64', 'raises %s (%s) › F08-64'],
    ]);
    expect(cited("it.skipIf(onWindows).each(rows)('asks %s (F08-63)', run);")).toHaveLength(1);
  });

  it('may name several by the first and the last', () => {
    expect(cited("it('asks for mail (F08-58 … F08-60)', run);").map(([id]) => id)).toEqual([
      'F08-58',
      'F08-60',
      'F08-59',
    ]);
  });

  it('is none in a comment, in the body of a test, or where a test does not run', () => {
    const quiet = [
      "// F08-01\nit('works', () => { expect('F08-02').toBe('F08-02'); });",
      "it.skip('works (F08-03)', run);",
      "it.todo('works (F08-03)');",
      "describe.skip('all of it (F08-03)', () => { it('works', run); });",
    ];
    expect(quiet.flatMap((source) => cited(source))).toEqual([]);
  });

  it('of a generated path stands in a list beside what a state must show', () => {
    const source = "flowCase({ states: { 'editing.setup': { heading: 'Setup', clauses: ['F08-08', 'F08-11'] } } });";
    expect(cited(source, 'tests/paths/cloud-monitor/flow.ts')).toEqual([
      ['F08-08', 'the generated paths, editing.setup'],
      ['F08-11', 'the generated paths, editing.setup'],
    ]);
  });
});

describe('the check', () => {
  // Spelled apart, so that this file cites no clause that is none.
  const strange = ['F08', '99'].join('-');
  const clause = { id: 'F08-10', kind: 'state', text: 'Type is locked once saved' };
  const cited = { id: 'F08-10', file: 'a.test.ts', name: 'locks the type (F08-10)' };

  it.each([
    ['a citation of no clause', [clause], [cited, { ...cited, id: strange }], [], `cites ${strange}`],
    ['a clause that nothing shows or explains', [clause], [], [], `No test shows ${clause.id}`],
    ['a reason that has become untrue', [clause], [cited], [[clause.id, 'not built']], 'take the line out'],
    ['a reason for no clause', [clause], [cited], [[strange, 'not built']], `names ${strange}`],
  ] as const)('refuses %s', (_, clauses, tests, reasons, words) => {
    expect(coverageOf(clauses, tests, new Map(reasons)).wrong.join('\n')).toContain(words);
  });

  it('lets a clause pass that says why it is not shown', () => {
    const coverage = coverageOf([clause], [], new Map([['F08-10', 'There is no type yet.']]));
    expect(coverage.wrong).toEqual([]);
    expect(clausesPage(coverage)).toContain('**Not shown.** There is no type yet.');
  });
});
