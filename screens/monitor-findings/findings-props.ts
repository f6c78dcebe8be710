import type { CheckDetail, CheckResult } from '#api/contract/monitor-findings.ts';

/** What the part of a monitor type is given; it draws nothing where the check found nothing of its kind. */
export interface FindingsProps {
  result: CheckResult;
  detail: CheckDetail;
  folded: boolean;
}
