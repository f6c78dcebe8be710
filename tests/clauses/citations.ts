import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { idPattern } from './clauses.ts';

/** A test that cites a clause. */
export interface Citation {
  id: string;
  /** From the root of the project, such as `src/shell/shell.test.tsx`. */
  file: string;
  /** As it is read aloud: what it stands in, then its own name. */
  name: string;
}

const root = join(import.meta.dirname, '../..');
const folders = ['engine', 'machines', 'screens', 'api', 'src', 'server', 'agent', 'tests'];
const groups = new Set(['describe', 'suite']);
const cases = new Set(['it', 'test']);
// What does not run shows nothing.
const idle = new Set(['skip', 'todo']);

/** Every citation of every test of the project. */
export function citations(): Citation[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`),
    )
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.includes('/.') && !path.includes('node_modules/'))
    .filter((path) => /\.test\.tsx?$/.test(path) || isPathCase(path))
    .sort()
    .flatMap((file) => citationsOf(file, readFileSync(join(root, file), 'utf8')));
}

/** `tests/paths/<flow>/*.ts`: what a generated path asks of a state names its clauses in a list, `clauses: ['F08-04']`. */
function isPathCase(path: string): boolean {
  const [flow] = /^tests\/paths\/([\w-]+)\/[^/]+\.ts$/.exec(path)?.slice(1) ?? [];
  return flow !== undefined && existsSync(join(root, 'machines', flow));
}

/** What the source of one file cites; read from its syntax, so that a comment or an answer cites nothing. */
export function citationsOf(file: string, source: string): Citation[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: Citation[] = [];
  const cite = (name: string, ids = idsIn(name)) => {
    for (const id of new Set(ids)) found.push({ id, file, name });
  };
  const visit = (node: ts.Node, within: readonly string[]): void => {
    const call = ts.isCallExpression(node) ? calledTest(node) : undefined;
    if (call?.idle) return;
    if (call?.kind === 'group') {
      ts.forEachChild(node, (child) => visit(child, [...within, call.name]));
      return;
    }
    if (call?.kind === 'case') {
      cite([...within, call.name].join(' › '));
      for (const row of call.rows) cite([...within, call.name, row].join(' › '), idsIn(row));
      return;
    }
    if (!/\.test\.tsx?$/.test(file) && ts.isPropertyAssignment(node) && nameOf(node) === 'clauses') {
      const where = [...within, ...propertiesAround(node)].join(' › ') || (file.split('/').at(-1) ?? '').slice(0, -3);
      for (const text of stringsIn(node.initializer)) cite(`the generated paths, ${where}`, idsIn(text));
    }
    ts.forEachChild(node, (child) => visit(child, within));
  };
  visit(tree, []);
  return found;
}

/** `F08-40 … F08-42` are three. */
function idsIn(text: string): string[] {
  const ranges = [...text.matchAll(/\b([CF]\d\d)-(\d\d) … \1-(\d\d)\b/g)].flatMap(([, system, first, last]) =>
    Array.from({ length: Number(last) - Number(first) + 1 }, (_, more) => {
      return `${system}-${String(Number(first) + more).padStart(2, '0')}`;
    }),
  );
  return [...(text.match(idPattern) ?? []), ...ranges];
}

interface CalledTest {
  kind: 'group' | 'case';
  name: string;
  /** Texts of the table of an `each` that may stand in its names. */
  rows: string[];
  idle: boolean;
}

/** `it('…')`, `it.only('…')`, `it.each([…])('…')`, `describe.each`…``: what is declared, or `undefined`. */
function calledTest(call: ts.CallExpression): CalledTest | undefined {
  const [title] = call.arguments;
  const words: string[] = [];
  const rows: string[] = [];
  let at: ts.Expression = call.expression;
  while (!ts.isIdentifier(at)) {
    if (ts.isPropertyAccessExpression(at)) {
      words.push(at.name.text);
      at = at.expression;
    } else if (ts.isCallExpression(at)) {
      rows.push(...at.arguments.flatMap(stringsIn));
      at = at.expression;
    } else if (ts.isTaggedTemplateExpression(at)) at = at.tag;
    else return undefined;
  }
  const kind = cases.has(at.text) ? 'case' : groups.has(at.text) ? 'group' : undefined;
  if (kind === undefined || title === undefined) return undefined;
  const name = textOf(title);
  return name === undefined ? undefined : { kind, name, rows, idle: words.some((word) => idle.has(word)) };
}

/** The text of a title, with `…` for what only a run knows. */
function textOf(node: ts.Expression): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  if (ts.isBinaryExpression(node)) return `${textOf(node.left) ?? '…'}${textOf(node.right) ?? '…'}`;
  if (!ts.isIdentifier(node)) return undefined;
  return node.text;
}

function stringsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  // A function of a row runs; what it holds is no name.
  if (ts.isFunctionLike(node)) return [];
  const found: string[] = [];
  ts.forEachChild(node, (child) => void found.push(...stringsIn(child)));
  return found;
}

function propertiesAround(node: ts.Node): string[] {
  const names: string[] = [];
  for (let at = node.parent; at !== undefined; at = at.parent) {
    if (ts.isPropertyAssignment(at) && nameOf(at) !== 'states') names.unshift(nameOf(at));
  }
  return names;
}

function nameOf(node: ts.PropertyAssignment): string {
  return ts.isStringLiteralLike(node.name) || ts.isIdentifier(node.name) ? node.name.text : node.name.getText();
}
