import type { ReactNode } from 'react';
import type { Certificate } from '#api/contract/monitor-findings.ts';
import { useFormat } from '../shared/format.ts';
import { Tag, type Tone } from '../shared/tag.tsx';
import { useTranslate } from '../shared/translate.ts';
import { Facts } from './facts.tsx';
import styles from './findings.module.css';

/** Days before the end from which it is time to renew, and from which it is late. */
const soon = 30;
const late = 7;

/** How long something is still good for, in a word on its ground. */
export function DaysLeft({ days }: { days: number }): ReactNode {
  const translate = useTranslate();
  const tone: Tone = days < late ? 'bad' : days < soon ? 'warn' : 'good';
  const left = { one: '{{count}} day left', other: '{{count, number}} days left' };
  return (
    <Tag tone={tone}>
      {days < 0 ? translate('detail.expired', 'Expired') : translate('detail.daysLeft', left, { count: days })}
    </Tag>
  );
}

/** A certificate with the names above it, down to the one that everybody trusts. */
export function CertificateFacts({ certificate }: { certificate: Certificate }): ReactNode {
  const translate = useTranslate();
  const format = useFormat();
  const { subject, issuer, validFrom, validTo, daysLeft, chain } = certificate;
  return (
    <Facts
      facts={[
        [translate('detail.subject', 'Subject'), subject, 'code'],
        [translate('detail.issuer', 'Issuer'), issuer, 'code'],
        [translate('detail.validFrom', 'Valid from'), format.exact(validFrom)],
        [
          translate('detail.validTo', 'Valid to'),
          <>
            {format.exact(validTo)} <DaysLeft days={daysLeft} />
          </>,
        ],
        [translate('detail.chain', 'Chain'), chain.length > 0 ? <Chain names={[subject, ...chain]} /> : null],
      ]}
    />
  );
}

function Chain({ names }: { names: readonly string[] }): ReactNode {
  return (
    <ol className={styles.chain}>
      {names.map((name, index) => (
        <li key={`${index} ${name}`} className={styles.code}>
          {name}
        </li>
      ))}
    </ol>
  );
}
