import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '../../format/format.ts';
import { Status } from '../../parts/status.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './monitor.module.css';

type Result = CallReply<'testMonitor'>['result'];
type Detail = CallReply<'testMonitor'>['detail'];

/** What a check came back with. Everything the other side sent is shown as plain text: it is hostile until shown otherwise. */
export function CheckDetail({ result, detail }: { result: Result; detail: Detail | null }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const certificate = detail?.certificate;
  const facts: [string, ReactNode][] = [];
  if (detail?.address)
    facts.push([
      t('detail.address'),
      <span key="address" className={parts.mono}>
        {detail.address}
      </span>,
    ]);
  if (typeof result.statusCode === 'number') facts.push([t('detail.statusCode'), result.statusCode]);
  if (typeof detail?.packetLoss === 'number')
    facts.push([t('detail.packetLoss'), format.percent(detail.packetLoss / 100)]);
  if (typeof detail?.ttl === 'number') facts.push([t('detail.ttl'), detail.ttl]);
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
      {facts.length > 0 ? (
        <dl className={parts.facts}>
          {facts.map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {certificate ? (
        <section>
          <h3>{t('detail.certificate')}</h3>
          <dl className={parts.facts}>
            <dt>{t('detail.subject')}</dt>
            <dd className={parts.mono}>{certificate.subject}</dd>
            <dt>{t('detail.issuer')}</dt>
            <dd className={parts.mono}>{certificate.issuer}</dd>
            <dt>{t('detail.validFrom')}</dt>
            <dd>{format.exact(certificate.validFrom)}</dd>
            <dt>{t('detail.validTo')}</dt>
            <dd>
              {format.exact(certificate.validTo)} ({t('detail.daysLeft', { count: certificate.daysLeft })})
            </dd>
          </dl>
        </section>
      ) : null}
      {detail && detail.headers.length > 0 ? (
        <section>
          <h3>{t('detail.headers')}</h3>
          <table className={styles.headers}>
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
