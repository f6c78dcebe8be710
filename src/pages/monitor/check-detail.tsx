import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '../../format/format.ts';
import { Status } from '../../parts/status.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import { CertificateFacts } from './certificate-facts.tsx';
import styles from './monitor.module.css';
import { TypeFindings } from './type-findings.tsx';

type Result = CallReply<'testMonitor'>['result'];
type Detail = CallReply<'testMonitor'>['detail'];

/** What a check came back with. Everything the other side sent is shown as plain text: it is hostile until shown otherwise. */
export function CheckDetail({ result, detail }: { result: Result; detail: Detail | null }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <div className={styles.detail}>
      <p className={styles.verdict}>
        <Status state={result.ok ? 'up' : 'down'} />
        {result.responseTime === null ? null : <strong>{format.milliseconds(result.responseTime)}</strong>}
        <span className={styles.verdictMessage}>{result.message}</span>
        <span className={parts.quiet}>
          <When at={result.at} />
        </span>
      </p>
      <Facts result={result} detail={detail} />
      {detail ? <TypeFindings detail={detail} /> : null}
      {/* Each mail server tells its own. */}
      {detail?.certificate && detail.mail.length === 0 ? (
        <section>
          <h3>{t('detail.certificate')}</h3>
          <CertificateFacts certificate={detail.certificate} />
        </section>
      ) : null}
      {detail && detail.headers.length > 0 ? (
        <section>
          <h3>{t('detail.headers')}</h3>
          <table className={styles.headers} aria-label={t('detail.headers')}>
            <tbody>
              {detail.headers.map(({ name, value }, index) => (
                <tr key={`${index} ${name}`}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : null}
      {detail?.body ? (
        <section>
          <h3>{detail.bodyTruncated ? t('detail.bodyCut') : t('detail.body')}</h3>
          {/* tabIndex: a box that scrolls must be reachable by keyboard. */}
          <pre className={styles.pre} tabIndex={0} aria-label={t('detail.body')}>
            {detail.body}
          </pre>
        </section>
      ) : null}
    </div>
  );
}

function Facts({ result, detail }: { result: Result; detail: Detail | null }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const facts: [string, ReactNode, 'mono'?][] = [
    [t('detail.address'), detail?.address, 'mono'],
    [t('detail.statusCode'), result.statusCode],
    [t('detail.packetLoss'), typeof detail?.packetLoss === 'number' ? format.percent(detail.packetLoss / 100) : null],
    [t('detail.ttl'), detail?.ttl],
  ];
  const told = facts.filter(([, value]) => value !== null && value !== undefined);
  if (told.length === 0) return null;
  return (
    <dl className={parts.facts}>
      {told.map(([name, value, mono]) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd className={mono && parts.mono}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
