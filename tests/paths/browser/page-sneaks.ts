// Which trick is played in which state, and on which way there.
import type { AnyStateNode } from 'xstate';
import { isBusy, restingStates } from '#engine/flow/state-nodes.ts';
import type { Move } from '../generator/move.ts';
import type { Path } from '../generator/path.ts';
import type { LoadedFlow } from '../load.ts';
import type { Opening } from '../machine-tier.ts';
import type { BrowserWalker } from './browser-walker.ts';
import type { PagePath, PagePaths } from './page-path.ts';
import { tricks } from './page-tricks.ts';

export interface PageSneak {
  /** `sneak adding what waits is pressed`. */
  item: string;
  state: string;
  path: Path;
  /** Answers with what is wrong. */
  tryOut(open: (opening: Opening) => Promise<BrowserWalker>): Promise<string[]>;
}

/** Every trick in every state that a path of the page comes by, each on the shortest way there. */
export function pageSneaks(loaded: LoadedFlow, pages: PagePaths, paths: readonly PagePath[]): PageSneak[] {
  return [...places(loaded, paths)].map(([name, { path, next }]) => ({
    item: `sneak ${name}`,
    state: name.split(' ')[0] ?? '',
    path,
    async tryOut(open) {
      const input = loaded.material.inputs[path.input];
      if (input === undefined) return [`the flow is not opened as "${path.input}"`];
      const walker = await open({ input, path });
      try {
        for (const { move } of path.steps) {
          const { wrong } = await walker.take(move);
          if (wrong.length > 0) return wrong;
        }
        const trick = tricks[name.slice(name.indexOf(' ') + 1)];
        if (trick === undefined) throw new Error(`nobody knows how "${name}" is done`);
        return await trick({ walker, next, typing: (snapshot) => pages.typingAt(snapshot) });
      } catch (error) {
        return [error instanceof Error ? error.message : String(error)];
      } finally {
        await walker.end();
      }
    },
  }));
}

interface Place {
  path: Path;
  next: Move | undefined;
}

/** By state and trick. */
function places(loaded: LoadedFlow, paths: readonly PagePath[]): Map<string, Place> {
  const shortest = new Map<string, Place>();
  const told = (name: string, path: Path, next: Move | undefined) => {
    const known = shortest.get(name);
    if (known === undefined || known.path.steps.length > path.steps.length) shortest.set(name, { path, next });
  };
  const [busy, shown, effects] = [busyStates(loaded), shownStates(loaded), effectsByState(loaded)];
  for (const { path, showsAt } of paths) {
    const first = showsAt[0]?.find((item) => item.startsWith('state '))?.slice('state '.length) ?? '';
    for (const [at, state] of [first, ...path.steps.map((step) => step.state)].entries()) {
      const way = { ...path, steps: path.steps.slice(0, at) };
      const next = path.steps[at];
      if (busy.has(state)) {
        told(`${state} what waits is pressed`, way, undefined);
        told(`${state} browser Back and Forward while it works`, way, undefined);
      } else if (shown.has(state)) {
        told(`${state} browser Back and Forward`, way, undefined);
        told(`${state} a second tab`, way, undefined);
      }
      if (next === undefined || next.state === state) continue;
      if (next.move.kind === 'submit' && busy.has(next.state)) told(`${state} submitted twice`, way, next.move);
      if (next.move.kind === 'event' && busy.has(state) && leavesWork(effects, state, next.state))
        told(`${state} a late reply`, way, next.move);
    }
  }
  return shortest;
}

function busyStates({ flow }: LoadedFlow): Set<string> {
  const busy = restingStates(flow.machine).filter((node) => isBusy(node));
  return new Set(busy.map((node) => node.path.join('.')));
}

function shownStates({ flow }: LoadedFlow): Set<string> {
  return new Set(restingStates(flow.machine).flatMap((node) => (node.type === 'final' ? [] : [node.path.join('.')])));
}

/** What is under way in each state: its own effects and those of the states around it. */
function effectsByState({ flow }: LoadedFlow): Map<string, Set<string>> {
  const around = (node: AnyStateNode): string[] => [
    ...node.invoke.map(({ src }) => String(src)),
    ...(node.parent === undefined ? [] : around(node.parent)),
  ];
  return new Map(restingStates(flow.machine).map((node) => [node.path.join('.'), new Set(around(node))]));
}

/** Whether work of the one state is not waited for in the next: only then can its reply come late. */
function leavesWork(effects: ReadonlyMap<string, ReadonlySet<string>>, state: string, next: string): boolean {
  return [...(effects.get(state) ?? [])].some((effect) => effects.get(next)?.has(effect) !== true);
}
