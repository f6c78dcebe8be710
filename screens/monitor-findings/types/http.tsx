import type { ReactNode } from 'react';
import { useTranslate } from '../../shared/translate.ts';
import { CertificateFacts } from '../certificate-facts.tsx';
import { Facts } from '../facts.tsx';
import type { FindingsProps } from '../findings-props.ts';
import styles from '../findings.module.css';
import { Section } from '../section.tsx';

export default function HttpFindings({ result, detail, folded }: FindingsProps): ReactNode {
  const translate = useTranslate();
  const { redirectedTo, certificate, headers, body, bodyTruncated } = detail;
  const headersTitle = translate('detail.headers', 'Response headers');
  const bodyTitle = bodyTruncated
    ? translate('detail.bodyCut', 'Response body, its beginning')
    : translate('detail.body', 'Response body');
  return (
    <>
      <Facts
        facts={[
          [translate('detail.statusCode', 'Status code'), result.statusCode],
          [translate('detail.redirectedTo', 'Redirected to'), redirectedTo, 'code'],
        ]}
      />
      {/* Each mail server has its own. */}
      {certificate && detail.mail.length === 0 ? (
        <Section title={translate('detail.certificate', 'Certificate')}>
          <CertificateFacts certificate={certificate} />
        </Section>
      ) : null}
      {headers.length > 0 ? (
        <Section title={headersTitle} folded={folded}>
          <table className={styles.table} aria-label={headersTitle}>
            <tbody>
              {headers.map(({ name, value }, index) => (
                <tr key={`${index} ${name}`}>
                  <th scope="row">{name}</th>
                  <td>{value}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      ) : null}
      {body ? (
        <Section title={bodyTitle} folded={folded}>
          {/* tabIndex: a box that scrolls must be reachable by keyboard. */}
          <pre className={styles.body} tabIndex={0} aria-label={translate('detail.body', 'Response body')}>
            {body}
          </pre>
        </Section>
      ) : null}
    </>
  );
}
