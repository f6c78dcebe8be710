import { Fragment, type ReactNode } from 'react';
import type { StepView } from '#engine/flow/step-view.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { useFormat } from '../shared/format.ts';
import styles from './trusting.module.css';

/** The certificate that the host shows, for a person to compare. */
export default function TrustingPart({ view }: SpecialPartProps): ReactNode {
  return <Certificate view={view} />;
}

interface CertificateProps {
  view: StepView;
  /** The fingerprint that was trusted until now. */
  before?: string;
}

export function Certificate({ view, before }: CertificateProps): ReactNode {
  const format = useFormat();
  const certificate = view.shown.hostTest?.certificate;
  if (!certificate) return null;
  const { fingerprint, subject, issuer, validTo, isKnown } = certificate;
  return (
    <dl className={styles.certificate}>
      {before ? (
        <>
          <dt>Trusted until now</dt>
          <dd className={styles.fingerprint}>{inGroups(before)}</dd>
        </>
      ) : null}
      <dt>{before ? 'Shown now' : 'SHA-256 fingerprint'}</dt>
      <dd className={styles.fingerprint}>{inGroups(fingerprint)}</dd>
      <dt>Issued to</dt>
      <dd>{subject}</dd>
      <dt>Issued by</dt>
      <dd>{issuer}</dd>
      {before ? (
        <>
          <dt>Signed by</dt>
          <dd>{isKnown ? 'A known authority, for this name' : 'No known authority'}</dd>
        </>
      ) : null}
      <dt>Valid until</dt>
      {/* As OpenSSL writes it; another agent may write it as it likes. */}
      <dd>{Number.isNaN(Date.parse(validTo)) ? validTo : format.exact(validTo)}</dd>
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
