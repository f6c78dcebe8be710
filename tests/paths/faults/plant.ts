// Faults in a machine, planted in its config by program: each is one mistake that somebody could make.
import { createMachine, not, type AnyStateMachine, type AnyStateNode, type AnyTransitionDefinition } from 'xstate';
import type { Pointer } from '#engine/document/document.ts';
import { segmentsOf } from '#engine/document/pointer.ts';
import { restingStates } from '#engine/flow/state-nodes.ts';

export interface MachineFault {
  /** `drop action keepAnswers of editing.details step.submitted`. */
  name: string;
  kind: FaultKind;
  plant(): AnyStateMachine;
}

export type FaultKind =
  | 'retarget'
  | 'drop transition'
  | 'negate guard'
  | 'drop guard'
  | 'drop action'
  | 'keep a stale refusal'
  | 'swap outcomes'
  | 'accept a late reply'
  | 'accept a second submit'
  | 'drop a sent field';

type Config = Record<string, unknown>;
/** Where transitions stand: `on` and its event, `always`, or what an invoke ends with. */
interface Place {
  path: readonly string[];
  event: string;
  definitions: readonly AnyTransitionDefinition[];
}

/** Every fault that can be planted, in the order of the machine. `sent` are the fields that each call sends. */
export function faultsOf(
  machine: AnyStateMachine,
  sent: Readonly<Record<string, readonly Pointer[]>> = {},
): MachineFault[] {
  const nodes = [...below(machine.root)];
  return [
    ...nodes.flatMap(placesOf).flatMap((place) => inPlace(machine, place)),
    ...nodes.flatMap((node) => [...inState(machine, node), ...inRequests(machine, node, sent)]),
  ];
}

/** What an effect asks of the server, less one field of it. */
function inRequests(
  machine: AnyStateMachine,
  node: AnyStateNode,
  sent: Readonly<Record<string, readonly Pointer[]>>,
): MachineFault[] {
  return node.invoke.flatMap(({ id, src }, index) =>
    (sent[String(src)] ?? []).map((pointer): MachineFault => ({
      name: `${String(src)} in ${node.path.join('.')} is sent without ${pointer} (${id})`,
      kind: 'drop a sent field',
      plant: () =>
        changed(machine, (config) => {
          const held = nodeIn(config, node.path);
          const invokes = [held['invoke']].flat() as Config[];
          const invoke = invokes[index] as Config;
          const input = invoke['input'] as (given: unknown) => unknown;
          held['invoke'] = invokes.with(index, {
            ...invoke,
            input: (given: unknown) => taken(input(given), segmentsOf(pointer)),
          });
        }),
    })),
  );
}

function taken(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(value)) {
    // A list that is sent without its entries is empty.
    if (name === '*' && rest.length === 0) return [];
    return name === '*' ? value.map((one) => taken(one, rest)) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const { [name]: held, ...others } = value as Config;
  return rest.length === 0 || held === undefined ? others : { ...value, [name]: taken(held, rest) };
}

function inPlace(machine: AnyStateMachine, place: Place): MachineFault[] {
  const { definitions, event, path } = place;
  const where = `${path.join('.')} ${event}`.trim();
  return definitions.flatMap((definition, index) => {
    const of = definitions.length > 1 ? `${where}[${index}]` : where;
    const fault = (kind: FaultKind, name: string, change: (held: Config) => Config | undefined): MachineFault => ({
      name,
      kind,
      plant: () => changed(machine, (config) => changeAt(config, place, index, change)),
    });
    const faults = [fault('drop transition', `drop transition ${of}`, () => undefined)];
    const target = otherThan(machine, definition);
    if (target !== undefined)
      faults.push(
        fault('retarget', `retarget ${of} to ${target.path.join('.')}`, (held) => ({
          ...held,
          target: `#${target.id}`,
        })),
      );
    if (definition.guard !== undefined) {
      faults.push(
        fault('negate guard', `negate guard of ${of}`, (held) => ({ ...held, guard: not(held['guard'] as never) })),
        fault('drop guard', `drop guard of ${of}`, (held) => without(held, 'guard')),
      );
    }
    return [
      ...faults,
      ...actionsIn(definition.actions).map((action, at) =>
        fault(forgetting(action), `drop action ${action} of ${of}`, (held) => ({
          ...held,
          actions: less(held['actions'], at),
        })),
      ),
    ];
  });
}

function inState(machine: AnyStateMachine, node: AnyStateNode): MachineFault[] {
  const where = node.path.join('.');
  const faults: MachineFault[] = (['entry', 'exit'] as const).flatMap((when) =>
    actionsIn(node[when]).map((action, at) => ({
      name: `drop action ${action} of ${when === 'entry' ? 'entering' : 'leaving'} ${where}`,
      kind: forgetting(action),
      plant: () =>
        changed(machine, (config) => {
          const held = nodeIn(config, node.path);
          held[when] = less(held[when], at);
        }),
    })),
  );
  for (const { id, onDone, onError } of node.invoke.map((invoke) => ({
    id: invoke.id,
    ...outcomesOf(node, invoke.id),
  }))) {
    const [done] = onDone;
    const error = onError.at(-1);
    const [good, bad] = [done?.target?.[0] as AnyStateNode | undefined, error?.target?.[0] as AnyStateNode | undefined];
    // Where both lead to the same state, nothing can be swapped.
    if (good === undefined || bad === undefined || good === bad) continue;
    faults.push(
      {
        name: `swap outcomes of ${id} in ${where}`,
        kind: 'swap outcomes',
        plant: () =>
          changed(machine, (config) => {
            changeAt(config, { path: node.path, event: `xstate.done.actor.${id}`, definitions: onDone }, 0, (held) => ({
              ...held,
              target: `#${bad.id}`,
            }));
            changeAt(
              config,
              { path: node.path, event: `xstate.error.actor.${id}`, definitions: onError },
              onError.length - 1,
              (held) => ({ ...held, target: `#${good.id}` }),
            );
          }),
      },
      {
        name: `accept a late reply of ${id} in ${where}`,
        kind: 'accept a late reply',
        plant: () => changed(machine, (config) => listen(config, `xstate.done.actor.${id}`, { target: `#${good.id}` })),
      },
      {
        name: `accept a second submit in ${where}`,
        kind: 'accept a second submit',
        plant: () =>
          changed(machine, (config) =>
            listen(nodeIn(config, node.path), 'step.submitted', { target: `#${node.id}`, reenter: true }),
          ),
      },
    );
  }
  return faults;
}

function forgetting(action: string): FaultKind {
  return action === 'forgetRefusal' ? 'keep a stale refusal' : 'drop action';
}

function placesOf(node: AnyStateNode): Place[] {
  const always = node.always ?? [];
  return [
    ...(always.length > 0 ? [{ path: node.path, event: 'always', definitions: always }] : []),
    ...[...node.transitions].map(([event, definitions]) => ({ path: node.path, event, definitions })),
  ];
}

function outcomesOf(node: AnyStateNode, id: string) {
  return {
    onDone: node.transitions.get(`xstate.done.actor.${id}`) ?? [],
    onError: node.transitions.get(`xstate.error.actor.${id}`) ?? [],
  };
}

/** Another state to rest in than the transition leads to; `undefined` where it leads nowhere. */
function otherThan(machine: AnyStateMachine, { target, source }: AnyTransitionDefinition): AnyStateNode | undefined {
  const [leads] = (target ?? []) as AnyStateNode[];
  if (leads === undefined) return undefined;
  const states = restingStates(machine);
  const at = states.findIndex((node) => node === leads || node.path.join('.').startsWith(`${leads.path.join('.')}.`));
  return [...states.slice(at + 1), ...states.slice(0, at)].find((node) => node !== source && !isBelow(node, leads));
}

function isBelow(node: AnyStateNode, other: AnyStateNode): boolean {
  return node === other || (node.parent !== undefined && isBelow(node.parent, other));
}

function* below(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* below(child);
}

function changed(machine: AnyStateMachine, change: (config: Config) => void): AnyStateMachine {
  const config = copied(machine.config) as Config;
  change(config);
  return createMachine(config as never, machine.implementations as never);
}

// Functions (guards, actions, inputs) are the machine's own.
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, copied(held)]));
}

function nodeIn(config: Config, path: readonly string[]): Config {
  return path.reduce((node, name) => (node['states'] as Record<string, Config>)[name] as Config, config);
}

function changeAt(
  config: Config,
  { path, event }: Place,
  index: number,
  change: (held: Config) => Config | undefined,
): void {
  const [holder, key] = holderOf(nodeIn(config, path), event);
  const list = [holder[key]].flat().map((one) => (typeof one === 'string' ? { target: one } : (one as Config)));
  const next = change(list[index] ?? {});
  holder[key] = next === undefined ? list.toSpliced(index, 1) : list.with(index, next);
}

function holderOf(node: Config, event: string): [Config, string] {
  if (event === 'always') return [node, 'always'];
  const [, kind, id] = /^xstate\.(done|error)\.actor\.(.*)$/.exec(event) ?? [];
  if (kind === undefined) return [node['on'] as Config, event];
  const invoke = ([node['invoke']].flat() as Config[]).find((one) => one['id'] === id);
  if (invoke === undefined) throw new Error(`nothing is invoked as "${String(id)}"`);
  return [invoke, kind === 'done' ? 'onDone' : 'onError'];
}

function listen(node: Config, event: string, transition: Config): void {
  node['on'] = { ...(node['on'] as Config | undefined), [event]: transition };
}

function actionsIn(actions: unknown): string[] {
  return ([actions ?? []].flat() as unknown[]).map((action) =>
    typeof action === 'object' && action !== null && 'type' in action ? String(action.type) : String(action),
  );
}

function without(config: Config, key: string): Config {
  return Object.fromEntries(Object.entries(config).filter(([name]) => name !== key));
}

function less(actions: unknown, index: number): unknown[] {
  return ([actions ?? []].flat() as unknown[]).toSpliced(index, 1);
}
