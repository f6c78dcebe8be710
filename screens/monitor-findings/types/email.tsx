import type { ReactNode } from 'react';
import type { FindingsProps } from '../findings-props.ts';
import { MailFindings } from '../mail-findings.tsx';

export default function EmailFindings({ detail: { mail } }: FindingsProps): ReactNode {
  return <MailFindings mail={mail} />;
}
