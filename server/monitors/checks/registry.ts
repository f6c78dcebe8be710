import type { Static } from 'typebox';
import type { MonitorType } from '#api/contract/monitor-input.ts';
import type { Check, CheckContext, Outcome, StoredConfig } from './check.ts';
import { noDetail } from './check.ts';
import { dns } from './dns.ts';
import { email } from './email.ts';
import { http } from './http.ts';
import { createPing } from './ping.ts';
import { portScan } from './port-scan.ts';

export type CheckType = Static<typeof MonitorType>;

/** Every type of monitor and its check. A type of the contract without one does not compile. */
const checks: { readonly [T in CheckType]: Check } = {
  PING: createPing(),
  DNS: dns,
  PORT_SCAN: portScan,
  HTTP: http,
  EMAIL: email,
};

export function isCheckType(type: string): type is CheckType {
  return Object.hasOwn(checks, type);
}

export function checkOf(type: CheckType): Check {
  return checks[type];
}

/** Runs a check once. Never rejects: a fault of the check itself is an outcome too, and the fault is told to `onFault`. */
export async function runCheck(
  type: CheckType,
  config: StoredConfig,
  context: CheckContext,
  onFault: (error: unknown) => void,
): Promise<Outcome> {
  try {
    return await checks[type].run(config, context);
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
