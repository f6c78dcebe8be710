import type { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { noDetail, type CheckError, type Detail, type Outcome } from './check.ts';

/** A check that came to nothing; `detail` holds what was known by then. */
export function failedOutcome(error: CheckError, message: string, detail: Partial<Detail> = {}): Outcome {
  return { ok: false, responseTime: null, error, message, statusCode: null, detail: { ...noDetail, ...detail } };
}

export function outboundOutcome(failed: OutboundFailed): Outcome {
  return failedOutcome(failed.code, failed.message, {
    address: failed.address ?? null,
    redirectedTo: failed.redirectedTo ?? null,
    certificate: failed.certificate ?? null,
  });
}

/** To a hundredth of a millisecond. */
export const round = (milliseconds: number): number => Math.round(milliseconds * 100) / 100;
