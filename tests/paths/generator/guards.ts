import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import type { MachineEvent } from './move.ts';

type Predicate = (args: { context: unknown; event: unknown }, params: unknown) => boolean;
type Leaf = { name: string; predicate: Predicate; params: unknown };
type Expression = Leaf | { kind: 'and' | 'or' | 'not'; parts: Expression[] };

export interface MachineTransition {
  /** `editing.details step.submitted`, with `[1]` for the second of several. */
  id: string;
  source: string;
  event: string;
  target: string;
  guard: Expression | undefined;
}

/** What a machine does with an event: which transition it selects, and what each guard on the way answered. */
export interface Selection {
  transition: MachineTransition | undefined;
  /** `<transition>?<question>=true`. */
  answers: string[];
}

/** A machine's transitions with their guards taken apart. Flows have no parallel states, and neither have these. */
export class Transitions {
  readonly all: MachineTransition[] = [];
  // By id: a machine whose effects are provided has nodes of its own.
  private readonly byNode = new Map<string, Map<string, MachineTransition[]>>();
  private readonly machine: AnyStateMachine;

  constructor(machine: AnyStateMachine) {
    this.machine = machine;
    this.add(machine.root);
  }

  /** Every outcome that a guard can have. */
  outcomes(): string[] {
    return this.all.flatMap(({ id, guard }) =>
      leavesOf(guard).flatMap(({ name }) => [`${id}?${name}=true`, `${id}?${name}=false`]),
    );
  }

  select(snapshot: AnyMachineSnapshot, event: MachineEvent, always = false): Selection {
    const answers: string[] = [];
    for (const node of inner(snapshot)) {
      for (const transition of this.byNode.get(node.id)?.get(always ? '' : event.type) ?? []) {
        const told = (leaf: Leaf, answer: boolean) => answers.push(`${transition.id}?${leaf.name}=${answer}`);
        if (transition.guard === undefined || holds(transition.guard, snapshot.context, event, told)) {
          return { transition, answers };
        }
      }
    }
    return { transition: undefined, answers };
  }

  /** The types of events that the state declares, in document order, its parents' last. */
  declared(snapshot: AnyMachineSnapshot): string[] {
    return [...new Set(inner(snapshot).flatMap((node) => [...(this.byNode.get(node.id)?.keys() ?? [])]))].filter(
      Boolean,
    );
  }

  /** The same for a state that is not stood in. */
  declaredBy(node: AnyStateNode): string[] {
    const own = [...(this.byNode.get(node.id)?.keys() ?? [])].filter(Boolean);
    return node.parent === undefined ? own : [...own, ...this.declaredBy(node.parent)];
  }

  private add(node: AnyStateNode): void {
    const held = new Map<string, MachineTransition[]>();
    const groups: [string, readonly AnyTransitionDefinition[]][] = [...node.transitions];
    if (node.always && node.always.length > 0) groups.push(['', node.always]);
    for (const [event, definitions] of groups) {
      held.set(
        event,
        definitions.map((definition, index) => this.transition(node, event, definition, index, definitions.length)),
      );
    }
    this.byNode.set(node.id, held);
    this.all.push(...[...held.values()].flat());
    for (const child of Object.values(node.states)) this.add(child);
  }

  private transition(
    node: AnyStateNode,
    event: string,
    { guard, target }: AnyTransitionDefinition,
    index: number,
    count: number,
  ): MachineTransition {
    const source = node.path.join('.');
    const name = `${source} ${event === '' ? 'always' : event}`.trim();
    return {
      id: count > 1 ? `${name}[${index}]` : name,
      source,
      event,
      target: (target as AnyStateNode[] | undefined)?.map(({ path }) => path.join('.')).join(' ') ?? source,
      guard: guard === undefined ? undefined : expressionOf(this.machine, guard),
    };
  }
}

/** Active nodes from the innermost outwards. */
function inner(snapshot: AnyMachineSnapshot): AnyStateNode[] {
  return (snapshot._nodes as AnyStateNode[]).toSorted((a, b) => b.path.length - a.path.length);
}

function expressionOf(machine: AnyStateMachine, guard: unknown): Expression {
  if (typeof guard === 'function' && 'check' in guard && 'guards' in guard) {
    const kind = guard.name as 'and' | 'or' | 'not';
    return { kind, parts: (guard.guards as unknown[]).map((part) => expressionOf(machine, part)) };
  }
  if (typeof guard === 'function')
    return { name: guard.name || 'inline', predicate: guard as Predicate, params: undefined };
  const { type, params } =
    typeof guard === 'string' ? { type: guard, params: undefined } : (guard as Leaf & { type: string });
  const held = machine.implementations.guards[type] as unknown;
  if (held === undefined) throw new Error(`machine "${machine.id}" has no guard "${type}"`);
  const expression = expressionOf(machine, held);
  if ('kind' in expression) return expression;
  return { ...expression, name: params === undefined ? type : `${type}(${spelled(params)})`, params };
}

function spelled(params: unknown): string {
  if (typeof params !== 'object' || params === null) return 'params';
  return Object.entries(params)
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(' ');
}

export function leavesOf(guard: Expression | undefined): Leaf[] {
  if (guard === undefined) return [];
  return 'kind' in guard ? guard.parts.flatMap(leavesOf) : [guard];
}

/** As XState asks: `and` and `or` stop at the first that decides. */
function holds(
  guard: Expression,
  context: unknown,
  event: unknown,
  told: (leaf: Leaf, answer: boolean) => void,
): boolean {
  if (!('kind' in guard)) {
    const answer = ask(guard, context, event);
    told(guard, answer);
    return answer;
  }
  const test = (part: Expression) => holds(part, context, event, told);
  if (guard.kind === 'not') return !guard.parts.every(test);
  return guard.kind === 'and' ? guard.parts.every(test) : guard.parts.some(test);
}

export function ask({ predicate, params }: Leaf, context: unknown, event: unknown): boolean {
  const given: unknown = typeof params === 'function' ? (params as Predicate)({ context, event }, undefined) : params;
  return predicate({ context, event }, given);
}
