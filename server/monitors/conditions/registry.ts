import type { ConditionDefinition, ConditionName } from './condition.ts';

const failed: ConditionDefinition['fails'] = ({ ok }) => !ok;

/** Every type of condition (F08-63 … F08-67). A type of the contract without a definition does not compile. */
export const conditions: { readonly [N in ConditionName]: ConditionDefinition } = {
  PingFailed: { monitorType: 'PING', parameters: ['runCount'], fails: failed },
  HttpWebsiteFailed: { monitorType: 'HTTP', parameters: ['runCount'], fails: failed },
};

export function isConditionName(type: string): type is ConditionName {
  return Object.hasOwn(conditions, type);
}
