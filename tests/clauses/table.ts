import type { Citation } from './citations.ts';
import { systems, type Clause } from './clauses.ts';

export interface ShownClause extends Clause {
  tests: Omit<Citation, 'id'>[];
  /** Why no test shows it; only where none does. */
  reason?: string;
}

export interface Coverage {
  clauses: ShownClause[];
  /** What is wrong: a citation of no clause, a clause that nobody shows or explains, a reason that has become untrue. */
  wrong: string[];
}

export function coverageOf(
  clauses: readonly Clause[],
  cited: readonly Citation[],
  reasons: ReadonlyMap<string, string>,
): Coverage {
  const known = new Set(clauses.map(({ id }) => id));
  const wrong = cited
    .filter(({ id }) => !known.has(id))
    .map(({ id, file, name }) => `${file} cites ${id}, which docs/clauses.tsv does not have: "${name}"`);
  for (const id of reasons.keys()) {
    if (!known.has(id)) wrong.push(`docs/clauses-not-shown.tsv names ${id}, which is no clause`);
    else if (cited.some((one) => one.id === id)) {
      wrong.push(`docs/clauses-not-shown.tsv says why nothing shows ${id}, but a test does: take the line out`);
    }
  }
  const shown = clauses.map((clause): ShownClause => {
    const tests = cited.filter(({ id }) => id === clause.id).map(({ file, name }) => ({ file, name }));
    const reason = reasons.get(clause.id);
    if (tests.length === 0 && !reason) {
      wrong.push(`No test shows ${clause.id} ("${clause.text}") and docs/clauses-not-shown.tsv gives no reason`);
    }
    return { ...clause, tests, ...(tests.length === 0 && reason !== undefined && { reason }) };
  });
  return { clauses: shown, wrong };
}

/** `docs/clauses.md`, whole. */
export function clausesPage({ clauses }: Coverage): string {
  const present = [...new Set(clauses.map(({ id }) => systemOf(id)))].toSorted();
  const summary = present.map((system) => {
    const own = clauses.filter(({ id }) => systemOf(id) === system);
    const shown = own.filter(({ tests }) => tests.length > 0).length;
    return `| [${system}](#${system.toLowerCase()}) | ${systems[system] ?? ''} | ${own.length} | ${shown} | ${own.length - shown} |`;
  });
  return `<!-- Made by \`npm run clauses\` from the names of the tests. Do not edit: the next run writes it anew. -->

# What is promised, and the tests that show it

A test shows a clause when its name cites the id, as in \`'locks the type once saved (F08-10)'\`, or a range, \`F08-58 … F08-60\`; a state of
the generated paths cites it in a list, \`clauses: ['F08-04']\`. The clauses stand in [clauses.tsv](clauses.tsv), and why one is not shown in
[clauses-not-shown.tsv](clauses-not-shown.tsv). \`npm run clauses\` writes this page, \`npm run clauses -- --check\` refuses one that is out of date.

| | System | Clauses | Shown | Not shown |
| --- | --- | --: | --: | --: |
${summary.join('\n')}

${present.map((system) => section(system, clauses)).join('\n')}`;
}

function section(system: string, clauses: readonly ShownClause[]): string {
  const rows = clauses
    .filter(({ id }) => systemOf(id) === system)
    .map((clause) => `| ${clause.id} | ${cell(clause.text)} | ${shownBy(clause)} |`);
  return `<a id="${system.toLowerCase()}"></a>

## ${system} ${systems[system] ?? ''}

| Clause | What it says | Shown by |
| --- | --- | --- |
${rows.join('\n')}
`;
}

function shownBy({ tests, reason }: ShownClause): string {
  if (tests.length === 0) return `**Not shown.** ${cell(reason ?? 'Nobody says why.')}`;
  return tests.map(({ file, name }) => `[${file}](../${file}) › ${cell(name)}`).join('<br>');
}

function cell(text: string): string {
  return text
    .replaceAll('|', '\\|')
    .replaceAll('<', '&lt;')
    .replaceAll('\n', ' ')
    .replaceAll('*', '\\*')
    .replaceAll('_', '\\_');
}

function systemOf(id: string): string {
  return id.slice(0, 3);
}
