import { agentRoles, conditionNames, type ConditionName, type PolicyConditions } from '#api/contract/policy.ts';
import type { DeviceAlertSettings } from '#api/contract/device-alerts.ts';
import type { Queries } from '../database/database.ts';
import { policy } from '../database/schema/policy.ts';
import { isStandingPolicy, type PolicyRow } from './policies-with.ts';

export type PolicyTree = ReadonlyMap<number, PolicyRow>;

export async function readPolicyTree(db: Queries): Promise<PolicyTree> {
  const rows = await db.select().from(policy).where(isStandingPolicy);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A policy and its ancestors, the nearest first. */
export function lineOf(tree: PolicyTree, id: number | null): PolicyRow[] {
  const line: PolicyRow[] = [];
  for (let at = id === null ? undefined : tree.get(id); at !== undefined && !line.includes(at);) {
    line.push(at);
    at = at.parentPolicyId === null ? undefined : tree.get(at.parentPolicyId);
  }
  return line;
}

/** A policy and its descendants. */
export function branchOf(tree: PolicyTree, id: number): PolicyRow[] {
  return [...tree.values()].filter((row) => lineOf(tree, row.id).some((ancestor) => ancestor.id === id));
}

export interface Resolved {
  name: ConditionName;
  value: boolean | number | string;
  /** The policy that sets it; undefined: the division. */
  source: PolicyRow | undefined;
}

/**
 * Each value of a policy: its own, or that of the nearest ancestor that sets it, or the division's. A policy that is turned off
 * passes nothing on. Without an id: the division's values.
 */
export function resolve(tree: PolicyTree, division: DeviceAlertSettings, id: number | null): Resolved[] {
  return resolveLine(
    lineOf(tree, id).filter((row) => row.enabled || row.id === id),
    division,
  );
}

/** What a policy would get without values of its own. */
export function resolveInherited(tree: PolicyTree, division: DeviceAlertSettings, id: number): Resolved[] {
  return resolveLine(
    lineOf(tree, id).filter((row) => row.enabled && row.id !== id),
    division,
  );
}

function resolveLine(line: readonly PolicyRow[], division: DeviceAlertSettings): Resolved[] {
  return conditionNames.map((name) => {
    const source = line.find(({ conditions }) => conditions[name] !== undefined);
    return { name, value: source?.conditions[name] ?? division[name], source };
  });
}

/** The settings that devices of a policy get. */
export function settingsOf(tree: PolicyTree, division: DeviceAlertSettings, id: number | null): DeviceAlertSettings {
  const own: PolicyConditions = Object.fromEntries(resolve(tree, division, id).map(({ name, value }) => [name, value]));
  return { ...division, ...own };
}

/** Policies with alert conditions that devices may get. */
export function enforced(tree: PolicyTree): PolicyRow[] {
  return [...tree.values()].filter((row) => row.enabled && agentRoles.has(row.nodeClass));
}
