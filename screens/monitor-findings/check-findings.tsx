import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CheckDetail, CheckResult } from '#api/contract/monitor-findings.ts';
import { useFormat } from '../shared/format.ts';
import { useTranslate } from '../shared/translate.ts';
import { Facts } from './facts.tsx';
import styles from './findings.module.css';
import type { FindingsProps } from './findings-props.ts';
import { typeFindings } from './type-findings.ts';

interface Props {
  result: CheckResult;
  detail: CheckDetail | null;
  /** Long parts, such as the body of a page, are folded. */
  folded?: boolean;
  /** When it was, where that is not now. */
  when?: ReactNode;
}

/** What a check found, by "Test now" or as scheduled. Whatever the other side sent is plain text here and nothing else. */
export function CheckFindings({ result, detail, folded = false, when }: Props): ReactNode {
  const translate = useTranslate();
  const format = useFormat();
  const { ok, responseTime, message } = result;
  const Icon = ok ? IconCircleCheck : IconCircleX;
  return (
    <div className={styles.findings}>
      <div className={styles.verdict}>
        <span className={styles.outcome} data-ok={ok}>
          <Icon size={18} aria-hidden />
          {ok ? translate('detail.succeeded', 'The check succeeded') : translate('detail.failed', 'The check failed')}
        </span>
        {responseTime === null ? null : (
          <strong aria-label={translate('detail.responseTime', 'Response time')}>
            {format.milliseconds(responseTime)}
          </strong>
        )}
        {when === undefined ? null : <span className={styles.quiet}>{when}</span>}
        {message === '' ? null : <p className={styles.message}>{message}</p>}
      </div>
      {detail ? (
        <>
          <Facts facts={[[translate('detail.address', 'Address'), detail.address, 'code']]} />
          <Found result={result} detail={detail} folded={folded} />
        </>
      ) : null}
    </div>
  );
}

/** Each type of monitor draws its own part of the detail. */
function Found(props: FindingsProps): ReactNode {
  return typeFindings.map(([name, Findings]) => <Findings key={name} {...props} />);
}
