import type { ReactNode } from 'react';
import type { MailServerFound } from '#api/contract/monitor-findings.ts';
import { useFormat } from '../shared/format.ts';
import { Tag } from '../shared/tag.tsx';
import { useTranslate } from '../shared/translate.ts';
import { CertificateFacts } from './certificate-facts.tsx';
import styles from './findings.module.css';
import { Section } from './section.tsx';

/** How the part of each mail server went. */
export function MailFindings({ mail }: { mail: readonly MailServerFound[] }): ReactNode {
  const translate = useTranslate();
  const format = useFormat();
  return mail.map(({ protocol, ok, address, milliseconds, message, certificate }, index) => (
    <Section key={`${index} ${protocol}`} title={translate('detail.mailServer', '{{protocol}} server', { protocol })}>
      <div className={styles.verdict}>
        <Tag tone={ok ? 'good' : 'bad'}>
          {ok ? translate('detail.mailOk', 'Succeeded') : translate('detail.mailFailed', 'Failed')}
        </Tag>
        <strong>{format.milliseconds(milliseconds)}</strong>
        {address === null ? null : <span className={styles.code}>{address}</span>}
        {message === '' ? null : <span className={styles.message}>{message}</span>}
      </div>
      {certificate ? <CertificateFacts certificate={certificate} /> : null}
    </Section>
  ));
}
