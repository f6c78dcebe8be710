import type { ReplyOf } from '#api/contract/call.ts';
import type { Catalogue } from '#api/contract/catalogue.ts';
import { patchNames, type PatchName, type PatchValues } from '#api/contract/policy-patches.ts';
import type { Actor } from '../access/actor.ts';
import type { PolicyRow } from '../policy/policies-with.ts';
import { lineOf, type PolicyTree } from '../policy/resolve.ts';
import { sourceOf } from '../policy/source-of.ts';
import { defaultPatches } from './default-patches.ts';

type Effective = ReplyOf<Catalogue['readPolicyPatches']>['values'];

/** The policy of a line that sets a value; undefined: the default. */
const setterOf = (line: readonly PolicyRow[], name: PatchName): PolicyRow | undefined =>
  line.find(({ patchManagement }) => patchManagement[name] !== undefined);

/** Policies that pass values on to a policy, the nearest first. One that is turned off passes nothing on. */
const passingLine = (tree: PolicyTree, id: number | null): PolicyRow[] =>
  lineOf(tree, id).filter((row) => row.enabled || row.id === id);

/** The values that devices of a policy get: its own, or those of the nearest ancestor that sets them, or the defaults. */
export function patchesOf(tree: PolicyTree, id: number | null): PatchValues {
  const line = passingLine(tree, id);
  return Object.assign(
    { ...defaultPatches },
    ...patchNames.map((name) => ({ [name]: setterOf(line, name)?.patchManagement[name] ?? defaultPatches[name] })),
  );
}

/** Each value with its source. `own`: the policy that is shown, if any. */
export function effectivePatches(tree: PolicyTree, actor: Actor, id: number | null, own?: number): Effective {
  const line = passingLine(tree, id);
  const above = line.filter((row) => row.id !== own);
  const each = <N extends PatchName>(name: N) => {
    const from = (rows: readonly PolicyRow[]) => {
      const source = setterOf(rows, name);
      return {
        value: (source?.patchManagement[name] ?? defaultPatches[name]) as PatchValues[N],
        source: sourceOf(actor, { source }, own),
      };
    };
    return { ...from(line), inherited: from(above) };
  };
  return {
    enabled: each('enabled'),
    schedule: each('schedule'),
    install: each('install'),
    reboot: each('reboot'),
  };
}
