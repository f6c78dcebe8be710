import { describe, expect, it } from 'vitest';
import { groupBy } from '../approved/facts.ts';
import { plantedFaults } from './all-faults.ts';
import { evenly } from './fault.ts';
import { differenceBy, equivalenceOf, equivalentFaults } from './equivalent.ts';
import { keyOf } from './fault.ts';
import { judge } from './judge.ts';
import { sharedEdits, textOf } from './shared-faults.ts';

const isFull = process.env['CAIRN_TESTS'] === 'full';
const all = await plantedFaults();
// Of the flows whose survey takes under a second; `npm run bench -- paths.faults` plants faults in each flow.
const small = new Set([
  'activation',
  'add-computer',
  'forgotten-password',
  'password',
  'sign-in',
  'status-page',
  'totp',
  'webhook',
]);

describe('planted faults', () => {
  it('are at least 400, in machines, manifests, screens and shared states, each with a name of its own', () => {
    expect(new Set(all.map((fault) => keyOf(fault))).size).toBe(all.length);
    const counts = [...groupBy(all, ({ area }) => area)].map(([area, faults]) => [area, faults.length >= 40]);
    expect(Object.fromEntries(counts)).toEqual({ machine: true, manifest: true, screen: true, shared: true });
    expect(all.length).toBeGreaterThanOrEqual(400);
  });

  it.each(Object.entries(sharedEdits))('stand once in the text of %s', (name, edits) => {
    const text = textOf(name);
    expect(edits.filter(({ find }) => text.split(find).length !== 2).map(({ change }) => change)).toEqual([]);
  });

  it('are noticed by a run whose paths are made of the flow with the fault', { timeout: 300_000 }, async () => {
    const few = evenly(
      all.filter(({ flows: [id = ''], area }) => area !== 'shared' && small.has(id)),
      40,
    );
    const silent: string[] = [];
    for (const fault of few) {
      const { approved, laws } = await judge(fault);
      if (approved === undefined && laws === undefined && equivalenceOf(fault) === undefined) silent.push(keyOf(fault));
    }
    expect(silent).toEqual([]);
  });

  it(
    'change nothing where they are explained as equivalent, and each reason explains one',
    { timeout: 600_000 },
    async () => {
      for (const { pattern } of equivalentFaults) {
        const explained = all.filter((fault) => pattern.test(keyOf(fault)));
        expect(explained.length, String(pattern)).toBeGreaterThan(0);
        // Of the largest flow, one comparison takes half a minute.
        const compared = isFull ? explained : explained.filter(({ flows }) => !flows.includes('cloud-monitor'));
        for (const fault of compared) expect(await differenceBy(fault), keyOf(fault)).toBeUndefined();
      }
    },
  );
});
