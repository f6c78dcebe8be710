import type { Existing, KnownPlaces } from './known-places.ts';

type StoredCondition = Existing['conditions'][number];

/** A stored condition as a file and a request have it, less its id and where it stands. */
export function toldCondition(row: StoredCondition) {
  const { type, parameters, conditionName, enabled, resetThreshold, severity, priority } = row;
  const { notificationAction, notificationChannelIds, ticketingAction, ticketTemplateId } = row;
  return {
    type,
    conditionName,
    enabled,
    ...parameters,
    resetThreshold,
    severity,
    priority,
    notificationAction,
    notificationChannelIds,
    ticketingAction,
    ...(ticketTemplateId === null ? {} : { ticketTemplateId }),
  };
}

/**
 * The conditions of a file as a request has them. A file knows no ids: one of the same type and name is the stored one and
 * keeps what it has raised, and channels are known by their names (`notificationChannels`).
 */
export function conditionsByName(
  given: readonly unknown[],
  stored: readonly StoredCondition[],
  known: KnownPlaces,
  refuse: (field: string, message: string) => void,
): unknown[] {
  const free = [...stored];
  return given.map((each, index) => {
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    const { id: _, notificationChannels, ...condition } = each as Record<string, unknown>;
    const field = notificationChannels === undefined ? 'notificationChannelIds' : 'notificationChannels';
    const channels = notificationChannels ?? condition['notificationChannelIds'];
    if (Array.isArray(channels)) {
      const strange: unknown = channels.find((one) => known.channel(one) === undefined);
      if (strange !== undefined)
        refuse(`conditions[${index}].${field}`, `No notification channel “${String(strange)}” is known.`);
      condition['notificationChannelIds'] = channels.flatMap((one) => known.channel(one)?.id ?? []);
    } else if (channels !== undefined) refuse(`conditions[${index}].${field}`, 'Must be a list');
    const at = free.findIndex(
      ({ type, conditionName }) => type === condition['type'] && conditionName === condition['conditionName'],
    );
    const [same] = at < 0 ? [] : free.splice(at, 1);
    return same ? { ...condition, id: same.id } : condition;
  });
}
