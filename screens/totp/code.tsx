import type { ReactNode } from 'react';
import type { SpecialPartProps } from '../registry.tsx';
import { CopyButton } from '../shared/copy-button.tsx';
import styles from './totp.module.css';

/** What the authenticator app has to learn: a picture to scan, and the same as text for where there is no camera. */
export default function CodePart({ view }: SpecialPartProps): ReactNode {
  const { enrolment } = view.shown;
  if (enrolment === undefined) return null;
  const { secret, qrSvg } = enrolment;
  return (
    <div className={styles.enrolment}>
      <img
        className={styles.picture}
        // An image cannot run what an inline drawing could.
        src={`data:image/svg+xml;utf8,${encodeURIComponent(qrSvg)}`}
        alt="QR code for the authenticator app"
        width={176}
        height={176}
      />
      <div className={styles.words}>
        <p>Without a camera, type this key into the app instead:</p>
        <code className={styles.secret}>{grouped(secret)}</code>
        <CopyButton text={secret} subject="the key" />
      </div>
    </div>
  );
}

/** Groups of four are easier to type. */
function grouped(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
