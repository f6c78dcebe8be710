import type { Answers } from '#engine/flow/flow.ts';

/** Conditions that fit another type, kept in case the person changes the type back. */
export type Aside = Record<string, Answers>;

/**
 * The Conditions step for the chosen type: it offers the conditions of that type alone, so those of another are put
 * aside and come back with their type. Nothing when the type stayed.
 */
export function fitConditions(
  type: string,
  conditions: Answers | undefined,
  aside: Aside,
): { conditions: Answers; aside: Aside; changed: boolean } {
  const before = conditions?.['monitorType'];
  if (before === type) return { conditions: conditions ?? {}, aside, changed: false };
  const kept = conditions === undefined || typeof before !== 'string' ? aside : { ...aside, [before]: conditions };
  const fitting = kept[type] ?? { monitorType: type, conditions: [] };
  return { conditions: fitting, aside: kept, changed: conditions !== undefined };
}
