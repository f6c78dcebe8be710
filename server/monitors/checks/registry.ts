import type { Static } from 'typebox';
import type { MonitorType } from '#api/contract/monitor-types.ts';
import type { Check, CheckContext, Outcome, StoredConfig } from './check.ts';
import { monitorTypes } from '../types/registry.ts';
import { noDetail } from './check.ts';

export type CheckType = Static<typeof MonitorType>;

export function isCheckType(type: string): type is CheckType {
  return Object.hasOwn(monitorTypes, type);
}

export function checkOf(type: CheckType): Check {
  return monitorTypes[type].check;
}

/** Runs a check once. Never rejects: a fault of the check itself is an outcome too, and the fault is told to `onFault`. */
export async function runCheck(
  type: CheckType,
  config: StoredConfig,
  context: CheckContext,
  onFault: (error: unknown) => void,
): Promise<Outcome> {
  try {
    return await monitorTypes[type].check.run(config, context);
  } catch (error) {
    onFault(error);
    return {
      ok: false,
      responseTime: null,
      error: 'internal',
      message: 'The check itself failed. The server’s log tells why.',
      statusCode: null,
      detail: noDetail,
    };
  }
}
