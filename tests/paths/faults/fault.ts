import type { AnyStateMachine } from 'xstate';
import type { Flow } from '#engine/flow/flow.ts';
import type { Screens } from '#engine/flow/view.ts';
import { materialOf, type LoadedFlow } from '../load.ts';

/** Where a fault stands: in a flow's machine, its manifest, one of its screens, or in what all machines are built of. */
export type Area = 'machine' | 'manifest' | 'screen' | 'shared';

/** One mistake that somebody could make. */
export interface Fault {
  area: Area;
  kind: string;
  /** `schemas/organization/details.json`, or the folder of the machine. */
  file: string;
  /** The change in words: `Name: maxLength 51 instead of 50`. */
  change: string;
  /** The flows that it may show in. */
  flows: readonly string[];
  /** The flow as it is with the mistake, as somebody who tests it finds it. */
  plant(loaded: LoadedFlow): LoadedFlow | Promise<LoadedFlow>;
}

/** The same fault in every run. */
export function keyOf({ file, change }: Fault): string {
  return `${file}: ${change}`;
}

export function withMachine(loaded: LoadedFlow, machine: AnyStateMachine): LoadedFlow {
  return withFlow(loaded, { ...loaded.flow, machine });
}

/** The flow with other parts, and what its paths are made of then. */
export function withFlow({ known, screens: before }: LoadedFlow, flow: Flow, screens: Screens = before): LoadedFlow {
  return { flow, screens, known, material: materialOf(flow, screens, known) };
}

/** Two branches may have the same rule: the second of them is told apart by its number. */
export function named(faults: readonly Fault[]): Fault[] {
  const times = new Map<string, number>();
  return faults.map((fault) => {
    const time = (times.get(keyOf(fault)) ?? 0) + 1;
    times.set(keyOf(fault), time);
    return time === 1 ? fault : { ...fault, change: `${fault.change} (${time})` };
  });
}

export function evenly<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, index) => all[Math.floor((index * all.length) / most)] as T);
}
