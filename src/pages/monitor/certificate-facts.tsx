import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useFormat } from '../../format/format.ts';
import parts from '../../parts/parts.module.css';
import { Tag, type Tone } from '../../parts/status.tsx';
import { useWords } from '../../words/words.ts';
import styles from './monitor.module.css';

type Certificate = NonNullable<CallReply<'testMonitor'>['detail']['certificate']>;

/** Days before the end from which it is time to renew, and from which it is late. */
const soon = 30;
const late = 7;

/** How long something is still good for, in a word on its ground. */
export function DaysLeft({ days }: { days: number }): ReactNode {
  const t = useWords();
  const tone: Tone = days < late ? 'bad' : days < soon ? 'warn' : 'good';
  return <Tag tone={tone}>{days < 0 ? t('detail.expired') : t('detail.daysLeft', { count: days })}</Tag>;
}

/** A certificate with the names above it, down to the one that everybody trusts. */
export function CertificateFacts({ certificate }: { certificate: Certificate }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const { subject, issuer, validFrom, validTo, daysLeft, chain } = certificate;
  return (
    <dl className={parts.facts}>
      <dt>{t('detail.subject')}</dt>
      <dd className={parts.mono}>{subject}</dd>
      <dt>{t('detail.issuer')}</dt>
      <dd className={parts.mono}>{issuer}</dd>
      <dt>{t('detail.validFrom')}</dt>
      <dd>{format.exact(validFrom)}</dd>
      <dt>{t('detail.validTo')}</dt>
      <dd>
        {format.exact(validTo)} <DaysLeft days={daysLeft} />
      </dd>
      {chain.length > 0 ? (
        <>
          <dt>{t('detail.chain')}</dt>
          <dd>
            <ol className={styles.chain}>
              {[subject, ...chain].map((name, index) => (
                <li key={`${index} ${name}`} className={parts.mono}>
                  {name}
                </li>
              ))}
            </ol>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
