import type { Browse } from '../checks/browse.ts';
import type { Check } from '../checks/check.ts';
import type { ConditionDefinition } from '../conditions/condition.ts';

/** What the server knows of a type of monitor, one file each; `registry.ts` has them all. */
export interface ServerType {
  check: Check;
  /** Shows what the target has to be checked, where it can be asked. */
  browse?: Browse;
  /** Each by its name in the contract. */
  conditions: Readonly<Record<string, ConditionDefinition>>;
  /** C23-16: `CLOUD_MONITOR_TARGET` unless given. */
  nodeType?: string;
}
