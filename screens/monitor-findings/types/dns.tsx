import type { ReactNode } from 'react';
import type { CheckDetail } from '#api/contract/monitor-findings.ts';
import { useFormat } from '../../shared/format.ts';
import { useTranslate } from '../../shared/translate.ts';
import { DaysLeft } from '../certificate-facts.tsx';
import { Facts } from '../facts.tsx';
import type { FindingsProps } from '../findings-props.ts';
import styles from '../findings.module.css';
import { Section } from '../section.tsx';

/** What name servers and the registry of the domain said. */
export default function DnsFindings({ detail: { dns, domain } }: FindingsProps): ReactNode {
  return (
    <>
      {dns ? <Names dns={dns} /> : null}
      {domain ? <Domain domain={domain} /> : null}
    </>
  );
}

function Names({ dns: { server, records } }: { dns: NonNullable<CheckDetail['dns']> }): ReactNode {
  const translate = useTranslate();
  const title = translate('detail.records', 'DNS records');
  return (
    <Section title={title}>
      <p className={styles.note}>
        {server === null
          ? translate('detail.ownNameServers', 'Asked the name servers of this installation')
          : translate('detail.nameServer', 'Asked {{server}}', { server })}
      </p>
      <table className={styles.table} aria-label={title}>
        <tbody>
          {records.map(({ type, values, error }) => (
            <tr key={type}>
              <th scope="row">{type}</th>
              <td className={styles.lines}>
                {error ?? (values.length > 0 ? values.join('\n') : translate('detail.noRecords', 'None'))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Domain({ domain }: { domain: NonNullable<CheckDetail['domain']> }): ReactNode {
  const translate = useTranslate();
  const format = useFormat();
  const { name, expiresAt, daysLeft, source, message } = domain;
  return (
    <Section title={translate('detail.domain', 'Domain registration')}>
      <Facts
        facts={[
          [translate('detail.domainName', 'Domain'), name, 'code'],
          [
            translate('detail.domainExpires', 'Expires'),
            <>
              {expiresAt === null ? message : format.exact(expiresAt)}{' '}
              {daysLeft === null ? null : <DaysLeft days={daysLeft} />}
            </>,
          ],
          [translate('detail.source', 'Source'), source, 'code'],
        ]}
      />
    </Section>
  );
}
