import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '../../format/format.ts';
import parts from '../../parts/parts.module.css';
import { Tag } from '../../parts/status.tsx';
import { useWords } from '../../words/words.ts';
import { CertificateFacts, DaysLeft } from './certificate-facts.tsx';
import styles from './monitor.module.css';

type Detail = CallReply<'testMonitor'>['detail'];

/** What only some types of monitors find: ports, names, a domain's end, mail servers. */
export function TypeFindings({ detail: { ports, dns, domain, mail } }: { detail: Detail }): ReactNode {
  return (
    <>
      {ports.length > 0 ? <Ports ports={ports} /> : null}
      {dns ? <Names dns={dns} /> : null}
      {domain ? <Domain domain={domain} /> : null}
      {mail.length > 0 ? <MailFindings mail={mail} /> : null}
    </>
  );
}

function Ports({ ports }: { ports: Detail['ports'] }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <section>
      <h3>{t('detail.ports')}</h3>
      <table className={styles.headers} aria-label={t('detail.ports')}>
        <tbody>
          {ports.map(({ port, state, responseTime }) => (
            <tr key={port}>
              <th scope="row">{port}</th>
              <td>
                <Tag tone={state === 'OPEN' ? 'good' : 'idle'}>{t(`portState.${state}`)}</Tag>
              </td>
              <td>{responseTime === null ? '' : format.milliseconds(responseTime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Names({ dns: { server, records } }: { dns: NonNullable<Detail['dns']> }): ReactNode {
  const t = useWords();
  return (
    <section>
      <h3>{t('detail.records')}</h3>
      <p className={styles.findingNote}>
        {server === null ? t('detail.ownNameServers') : t('detail.nameServer', { server })}
      </p>
      <table className={styles.headers} aria-label={t('detail.records')}>
        <tbody>
          {records.map(({ type, values, error }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td className={styles.lines}>
                {error ?? (values.length > 0 ? values.join('\n') : t('detail.noRecords'))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Domain({
  domain: { name, expiresAt, daysLeft, source, message },
}: {
  domain: NonNullable<Detail['domain']>;
}): ReactNode {
  const t = useWords();
  const format = useFormat();
  return (
    <section>
      <h3>{t('detail.domain')}</h3>
      <dl className={parts.facts}>
        <dt>{t('detail.domainName')}</dt>
        <dd className={parts.mono}>{name}</dd>
        <dt>{t('detail.domainExpires')}</dt>
        <dd>
          {expiresAt === null ? message : format.exact(expiresAt)}{' '}
          {daysLeft === null ? null : <DaysLeft days={daysLeft} />}
        </dd>
        {source === null ? null : (
          <>
            <dt>{t('detail.source')}</dt>
            <dd className={parts.mono}>{source}</dd>
          </>
        )}
      </dl>
    </section>
  );
}

/** How the part of each mail server went, in its own words. */
export function MailFindings({ mail }: { mail: Detail['mail'] }): ReactNode {
  const t = useWords();
  const format = useFormat();
  return mail.map(({ protocol, ok, address, milliseconds, message, certificate }, index) => (
    <section key={`${index} ${protocol}`}>
      <h3>{t('detail.mailServer', { protocol })}</h3>
      <p className={styles.verdict}>
        <Tag tone={ok ? 'good' : 'bad'}>{ok ? t('detail.mailOk') : t('detail.mailFailed')}</Tag>
        <strong>{format.milliseconds(milliseconds)}</strong>
        {address === null ? null : <span className={parts.mono}>{address}</span>}
        <span className={styles.verdictMessage}>{message}</span>
      </p>
      {certificate ? <CertificateFacts certificate={certificate} /> : null}
    </section>
  ));
}
