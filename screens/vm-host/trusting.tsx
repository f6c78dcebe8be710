import { Fragment, type ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import styles from './trusting.module.css';

/** The certificate that the host shows, for a person to compare. */
export default function TrustingPart({ view }: SpecialPartProps): ReactNode {
  const certificate = view.shown.hostTest?.certificate;
  if (!certificate) return null;
  const { fingerprint, subject, issuer, validTo } = certificate;
  return (
    <dl className={styles.certificate}>
      <dt>SHA-256 fingerprint</dt>
      <dd className={styles.fingerprint}>{inGroups(fingerprint)}</dd>
      <dt>Issued to</dt>
      <dd>{subject}</dd>
      <dt>Issued by</dt>
      <dd>{issuer}</dd>
      <dt>Valid until</dt>
      <dd>{validTo}</dd>
    </dl>
  );
}

/** May break behind each pair: a line that ends within one is hard to compare. */
function inGroups(fingerprint: string): ReactNode {
  return fingerprint.split(/(?<=:)/).map((pair, index) => (
    <Fragment key={index}>
      {pair}
      <wbr />
    </Fragment>
  ));
}
