// Plants faults in the server's own code as it is loaded, each behind a switch of its own: the code behaves as written until
// `globalThis.cairnFault(id)` says yes. One start of the server then serves every fault.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

/** What somebody might leave out by mistake. */
export type FaultKind =
  | 'drop a refusal'
  | 'drop a requirement'
  | 'grant a permission'
  | 'show everything'
  | 'drop an audit row'
  | 'drop a transaction'
  | 'drop an owner'
  | 'drop an expiry'
  | 'drop a throttle';

export interface PlantedFault {
  id: number;
  kind: FaultKind;
  /** `server/organizations/save-organization.ts:152`. */
  place: string;
  code: string;
  /** The same in a later version of the sources, wherever the code stands in its file. */
  key: string;
}

interface Plant {
  kind: FaultKind;
  start: number;
  end: number;
  replace(id: number, code: string): string;
}

const visibility = new Set(['visibleOrganizations', 'visibleNodes', 'organizationsWith']);
const holding = new Set(['holds', 'holdsEverywhere']);
const switched = (id: number) => `globalThis.cairnFault?.(${id})`;

/** Folders whose faults are looked for: where requests are refused, narrowed, told and kept. */
const folders = [
  'access',
  'accounts',
  'agents',
  'audit',
  'division',
  'drafts',
  'http',
  'maintenance',
  'monitors',
  'nodes',
  'notifications',
  'organizations',
  'routes',
  'runs',
  'status',
  'webhooks',
];

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .toSorted();
}

function plantsIn(source: ts.SourceFile): Plant[] {
  const plants: Plant[] = [];
  const name = (node: ts.Expression): string =>
    ts.isPropertyAccessExpression(node) ? node.name.text : ts.isIdentifier(node) ? node.text : '';
  const add = (kind: FaultKind, node: ts.Node, replace: Plant['replace']) =>
    plants.push({ kind, start: node.getStart(source), end: node.getEnd(), replace });
  const dropped: Plant['replace'] = (id, code) => `{ if (!${switched(id)}) { ${code} } }`;

  function throwsRefused(node: ts.Statement): boolean {
    const inner = ts.isBlock(node) && node.statements.length === 1 ? node.statements[0] : node;
    return (
      inner !== undefined &&
      ts.isThrowStatement(inner) &&
      ts.isNewExpression(inner.expression) &&
      name(inner.expression.expression) === 'Refused'
    );
  }

  function visit(node: ts.Node): void {
    if (ts.isIfStatement(node) && node.elseStatement === undefined && throwsRefused(node.thenStatement))
      add('drop a refusal', node.expression, (id, code) => `!${switched(id)} && (${code})`);
    if (ts.isExpressionStatement(node)) {
      const called = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
      if (ts.isCallExpression(called)) {
        const callee = name(called.expression);
        if (callee === 'audit') add('drop an audit row', node, dropped);
        else if (/throttle|countFailure|limited/i.test(called.expression.getText(source)))
          add('drop a throttle', node, dropped);
        else if (/^(?:require|permitted|refuse[A-Z]|seen)/.test(callee)) add('drop a requirement', node, dropped);
      }
    }
    if (ts.isCallExpression(node)) {
      const callee = name(node.expression);
      if (ts.isIdentifier(node.expression) && visibility.has(callee))
        add('show everything', node, (id, code) => `(${switched(id)} ? globalThis.cairnAnything : ${code})`);
      if (ts.isIdentifier(node.expression) && holding.has(callee))
        add('grant a permission', node, (id, code) => `(${switched(id)} || ${code})`);
      const [column] = node.arguments;
      if (
        callee === 'eq' &&
        column &&
        column.getText(source).endsWith('.userId') &&
        ts.isCallExpression(node.parent) &&
        name(node.parent.expression) === 'and'
      )
        add('drop an owner', node, (id, code) => `(${switched(id)} ? globalThis.cairnAnything : ${code})`);
      if (callee === 'gt' && column && column.getText(source).endsWith('.expiresAt'))
        add('drop an expiry', node, (id, code) => `(${switched(id)} ? globalThis.cairnAnything : ${code})`);
      const [work] = node.arguments;
      if (
        callee === 'transaction' &&
        work &&
        ts.isPropertyAccessExpression(node.expression) &&
        (ts.isArrowFunction(work) || ts.isFunctionExpression(work))
      ) {
        const database = node.expression.expression.getText(source);
        add(
          'drop a transaction',
          node,
          (id, code) => `(${switched(id)} ? (${work.getText(source)})(${database}) : ${code})`,
        );
      }
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return plants;
}

/** Every fault of the server's sources, and the sources with all of them behind their switches. */
export function plantFaults(root: string): { faults: PlantedFault[]; planted: Map<string, string> } {
  const faults: PlantedFault[] = [];
  const planted = new Map<string, string>();
  for (const file of folders.flatMap((folder) => sources(join(root, 'server', folder)))) {
    const text = readFileSync(file, 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    // A definition is no use of what it defines.
    const plants = plantsIn(source).filter(({ start }) => !text.slice(0, start).endsWith('function '));
    if (plants.length === 0) continue;
    const times = new Map<string, number>();
    const ids = plants.map((plant) => {
      const id = faults.length + 1;
      const { line } = source.getLineAndCharacterOfPosition(plant.start);
      const code = text.slice(plant.start, plant.end).replaceAll(/\s+/g, ' ');
      const path = relative(root, file);
      const same = `${plant.kind}: ${path}: ${code.slice(0, 100)}`;
      const time = (times.get(same) ?? 0) + 1;
      times.set(same, time);
      const key = time === 1 ? same : `${same} (${time})`;
      faults.push({ id, kind: plant.kind, place: `${path}:${line + 1}`, code: code.slice(0, 100), key });
      return id;
    });
    planted.set(file, write(text, plants, ids, 0, text.length));
  }
  return { faults, planted };
}

/** The text from `from` to `to`, with the plants inside it in place: those that hold others are written around them. */
function write(
  text: string,
  plants: readonly Plant[],
  ids: readonly number[],
  from: number,
  to: number,
  within = -1,
): string {
  let written = '';
  let at = from;
  const inside = plants
    .map((plant, index) => ({ plant, index }))
    .filter(({ plant, index }) => index !== within && plant.start >= from && plant.end <= to)
    .filter(
      ({ plant, index }, _at, all) =>
        !all.some(
          (other) =>
            other.index !== index &&
            other.plant.start <= plant.start &&
            other.plant.end >= plant.end &&
            (other.plant.end - other.plant.start > plant.end - plant.start || other.index < index),
        ),
    )
    .toSorted((a, b) => a.plant.start - b.plant.start);
  for (const { plant, index } of inside) {
    written += text.slice(at, plant.start);
    const below = write(
      text,
      plants.map((each, place) => (place === index ? { ...each, start: -1, end: -1 } : each)),
      ids,
      plant.start,
      plant.end,
      index,
    );
    written += plant.replace(ids[index] ?? 0, below);
    at = plant.end;
  }
  return written + text.slice(at, to);
}
