// A path as a person can walk it in the page: where the page has no way to a move, another that does the same.
import type { AnyMachineSnapshot } from 'xstate';
import { segmentsOf } from '#engine/document/pointer.ts';
import { isSchema } from '#engine/document/schema.ts';
import type { Answers, FlowContext } from '#engine/flow/flow.ts';
import { statePath, viewOf } from '#engine/flow/view.ts';
import { takenBy } from '../generator/explore.ts';
import { makeEvent, movesAt, screenOfSnapshot, type Material } from '../generator/material.ts';
import { moveName, type MachineEvent, type Move } from '../generator/move.ts';
import { itemsOf, type Atlas, type Item, type Path, type PathStep } from '../generator/path.ts';
import type { LoadedFlow } from '../load.ts';
import { beyondHands, keepsChoice } from './beyond-hands.ts';
import type { BrowserCase } from './browser-case.ts';
import { controlFor } from './offered.ts';
import { takeEvent } from '../generator/take-event.ts';

export interface PagePath {
  path: Path;
  /** What walking it shows. */
  shows: Item[];
  /** The same by step; the first is its opening. */
  showsAt: Item[][];
  /** What the plan would have shown, and what of the page keeps it from being shown. */
  beyond: Map<Item, string>;
}

export interface PageStep {
  move: Move;
  next: AnyMachineSnapshot;
  transitions: string[];
  items: Item[];
  edge: number | undefined;
}

/** What of a flow's graph a person can do in the page. */
export class PagePaths {
  readonly atlas: Atlas;
  private readonly loaded: LoadedFlow;
  readonly material: Material;
  private readonly edges: Map<string, number>;
  private readonly begins: NonNullable<BrowserCase['begins']>;
  /** Why a flow of the subject is not opened. */
  private readonly notOpened: ReadonlyMap<string, string>;

  constructor(
    loaded: LoadedFlow,
    material: Material,
    atlas: Atlas,
    { begins = {}, notOpened = {} }: Pick<BrowserCase, 'begins' | 'notOpened'> = {},
  ) {
    this.begins = begins;
    this.notOpened = new Map(
      Object.entries(notOpened).map(([input, why]) => [String(material.inputs[input]?.subject), why]),
    );
    this.loaded = loaded;
    this.material = material;
    this.atlas = atlas;
    const { edges } = atlas.graph;
    this.edges = new Map(edges.map(({ from, to, transitions }, index) => [edgeKey(from, to, transitions), index]));
  }

  /** The same id: it is the same path, whatever a move had to be replaced by. */
  made(path: Path): PagePath {
    const { graph } = this.atlas;
    const root = graph.roots.find(({ input }) => input === path.input);
    let snapshot = root?.snapshot;
    const steps: PathStep[] = [];
    const opening = [
      ...(root?.guards.map((guard) => `guard ${guard}`) ?? []),
      ...(root?.transitions.map((id) => `transition ${id}`) ?? []),
      `state ${statePath(snapshot?.value ?? '')}`,
    ];
    const showsAt: Item[][] = [opening];
    const beyond = new Map<Item, string>();
    let before: number | undefined;
    for (const [at, { move }] of path.steps.entries()) {
      const event = snapshot && makeEvent(this.material, snapshot, move);
      if (snapshot === undefined || event === undefined) break;
      const planned = this.step(snapshot, move, event);
      const reason = this.reason(snapshot, planned);
      const lost = [...planned.items, ...('data' in move ? [`boundary ${move.screen} ${move.data}`] : [])];
      if (reason !== undefined) for (const item of lost) beyond.set(item, `${moveName(move)}: ${reason}`);
      // What was to be refused there is left out.
      if (reason !== undefined && this.isRefused(move)) continue;
      const taken = reason === undefined ? planned : this.instead(snapshot, planned);
      // The answers that come next are given whole.
      if (taken === undefined && move.kind === 'change') continue;
      if (taken === undefined) {
        // What was to be tried from there on has no other way either.
        for (const { move: later } of reason === undefined ? [] : path.steps.slice(at + 1))
          if ('data' in later) beyond.set(`boundary ${later.screen} ${later.data}`, `${moveName(move)}: ${reason}`);
        break;
      }
      const pair = before === undefined || taken.edge === undefined ? [] : [`pair ${before} ${taken.edge}`];
      before = taken.edge ?? before;
      snapshot = taken.next;
      showsAt.push([...taken.items, ...pair, `state ${statePath(snapshot.value)}`]);
      steps.push({ move: taken.move, state: statePath(snapshot.value) });
    }
    return { path: { ...path, steps }, shows: [...new Set(showsAt.flat())], showsAt, beyond };
  }

  /** Every step that the page offers from here and the machine takes. */
  stepsAt(snapshot: AnyMachineSnapshot): PageStep[] {
    return movesAt(this.material, this.atlas.graph.transitions, snapshot)
      .map(({ move, event }) => this.step(snapshot, move, event))
      .filter((step) => step.transitions.length > 0 && this.reason(snapshot, step) === undefined);
  }

  /** The most that a person can type here, where there is a form. */
  typingAt(snapshot: AnyMachineSnapshot): Move | undefined {
    const screen = screenOfSnapshot(snapshot) ?? '';
    const moves = Object.keys(this.material.answers[screen] ?? {}).flatMap((data) => {
      const move: Move = { kind: 'change', screen, data };
      const event = makeEvent(this.material, snapshot, move);
      const canBe = event && this.reason(snapshot, this.step(snapshot, move, event)) === undefined;
      return canBe ? [{ move, size: JSON.stringify(event).length }] : [];
    });
    return moves.toSorted((one, other) => other.size - one.size)[0]?.move;
  }

  /** Why the page cannot do it; a move that the machine ignores needs no way. */
  reason(
    snapshot: AnyMachineSnapshot,
    { move, transitions }: Pick<PageStep, 'move' | 'transitions'>,
  ): string | undefined {
    if (transitions.length === 0) return undefined;
    const closed = this.notOpened.get(String((snapshot.context as FlowContext).subject));
    if (closed !== undefined) return closed;
    if (move.kind === 'refuse' && this.asksFor(move, 'U2F_TOKEN'))
      return 'no authenticator is there; tests/browser/security-keys.test.ts has one';
    if (move.kind === 'refuse' && this.asksFor(move, 'SMSOTP'))
      return 'no SMS gateway is there; tests/browser/text-messages.test.ts has one';
    const cannot = this.beyondHands(snapshot, move);
    if (cannot !== undefined) return cannot;
    if (move.kind === 'change' && !this.canBeChosen(snapshot, move))
      return 'a choice among the answers is not offered with what cannot be changed here';
    if (move.kind === 'submit' && this.leavesByTyping(snapshot, move))
      return 'typing alone leads to another state before anything can be sent';
    const control = controlFor(this.loaded, snapshot, move);
    return typeof control === 'object' && 'reason' in control ? control.reason : undefined;
  }

  /** What is typed is told at once: a test that held for other answers is forgotten by it. */
  private leavesByTyping(snapshot: AnyMachineSnapshot, { screen, data }: Extract<Move, { data: string }>): boolean {
    const typed = makeEvent(this.material, snapshot, { kind: 'change', screen, data });
    if (typed === undefined || this.loaded.screens[screen]?.document.schema === undefined) return false;
    const { machine } = this.material.flow;
    const { transitions } = takenBy(machine, this.atlas.graph.transitions, snapshot, typed);
    return (
      transitions.length > 0 && statePath(takeEvent(machine, snapshot, typed).next.value) !== statePath(snapshot.value)
    );
  }

  /** The server asks for a second factor of this type. */
  private asksFor({ effect, refusal }: Extract<Move, { kind: 'refuse' }>, method: string): boolean {
    return this.material.refusals[effect]?.[refusal]?.methods?.includes(method) === true;
  }

  private isRefused(move: Move): boolean {
    return 'data' in move && this.material.cases?.[move.screen]?.[move.data]?.error !== undefined;
  }

  private beyondHands(snapshot: AnyMachineSnapshot, move: Move): string | undefined {
    if (!('data' in move)) return undefined;
    const { flow, screens } = this.loaded;
    const tried = this.material.cases?.[move.screen]?.[move.data];
    const screen = screens[move.screen];
    if (screen === undefined || screenOfSnapshot(snapshot) !== move.screen) return undefined;
    const standing = viewOf(flow, screens, snapshot).data;
    const isBegun = this.begins[move.screen]?.some((name) => tried?.error?.pointer === `/${name}`) === true;
    if (isBegun && tried?.error?.keyword === 'required') return 'the page opens the flow with this choice made';
    if (tried !== undefined) return beyondHands(screen, tried, standing);
    return keepsChoice(screen, this.material.answers[move.screen]?.[move.data] ?? standing, standing);
  }

  /** Named answers are right; with hidden or locked fields as they stand, they may name what nobody can choose. */
  private canBeChosen(snapshot: AnyMachineSnapshot, move: Extract<Move, { data: string }>): boolean {
    if (this.material.cases?.[move.screen]?.[move.data] !== undefined) return true;
    const data = makeEvent(this.material, snapshot, move)?.['data'] as Answers | undefined;
    const now = new Date((snapshot.context as FlowContext).now);
    const screen = this.loaded.screens[move.screen];
    const wrong = data === undefined ? [] : (screen?.validate(data, { now }) ?? []);
    return wrong.every(
      ({ keyword, pointer }) =>
        !['enum', 'const', 'oneOf', 'anyOf'].includes(keyword) && !isHidden(screen?.document.ui, pointer),
    );
  }

  private step(snapshot: AnyMachineSnapshot, move: Move, event: MachineEvent): PageStep {
    const { machine } = this.material.flow;
    const { transitions, guards } = takenBy(machine, this.atlas.graph.transitions, snapshot, event);
    const next = transitions.length === 0 ? snapshot : takeEvent(machine, snapshot, event).next;
    const [from, to] = [this.atlas.node(snapshot), this.atlas.node(next)];
    const edge = transitions.length === 0 ? undefined : this.edges.get(edgeKey(from, to, transitions));
    const items = [
      ...itemsOf(move, guards),
      ...transitions.map((id) => `transition ${id}`),
      ...(edge === undefined ? [] : [`edge ${edge}`]),
    ];
    return { move, next, transitions, items, edge };
  }

  /** Another move to the same class of context: on the same edge if there is one. */
  private instead(snapshot: AnyMachineSnapshot, planned: PageStep): PageStep | undefined {
    const wanted = this.atlas.node(planned.next);
    const others = this.stepsAt(snapshot).filter(({ next }) => this.atlas.node(next) === wanted);
    return others.find(({ edge }) => edge === planned.edge) ?? others[0];
  }
}

/** Whether nobody sees the field: a row brings it along, so what is wrong with it was not chosen either. */
export function isHidden(ui: unknown, pointer: string): boolean {
  let part = ui;
  for (const segment of segmentsOf(pointer))
    part = isSchema(part) ? part[/^\d+$/.test(segment) ? 'items' : segment] : part;
  return isSchema(part) && part['ui:widget'] === 'hidden';
}

function edgeKey(from: number | undefined, to: number | undefined, transitions: readonly string[]): string {
  return `${from} ${to} ${transitions.join()}`;
}
