// Faults in what the machines of all flows are built of, as changes of its text.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFrom, root } from './changed-sources.ts';
import { effectEdits } from './effect-edits.ts';
import { withFlow, type Fault } from './fault.ts';
import type { Edits } from './shared-edit.ts';
import { stepEdits } from './step-edits.ts';

export const sharedEdits: Edits = { ...stepEdits, ...effectEdits };

/** The files, for a test that each text still stands there once. */
export function textOf(name: string): string {
  return readFileSync(join(root, 'engine/flow', name), 'utf8');
}

export function sharedFaults(flows: readonly string[]): Fault[] {
  return Object.entries(sharedEdits).flatMap(([name, changes]) => {
    const file = `engine/flow/${name}`;
    return changes.map(({ kind, change, find, put }): Fault => ({
      area: 'shared',
      kind,
      change,
      file,
      flows,
      async plant(loaded) {
        const text = textOf(name);
        if (text.split(find).length !== 2) throw new Error(`${file} does not hold this once: ${find}`);
        const definition = await buildFrom(
          loaded.flow.id,
          file,
          text.replace(find, () => put),
        );
        return withFlow(loaded, { ...loaded.flow, ...definition });
      },
    }));
  });
}
