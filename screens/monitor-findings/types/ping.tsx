import type { ReactNode } from 'react';
import { useFormat } from '../../shared/format.ts';
import { useTranslate } from '../../shared/translate.ts';
import { Facts } from '../facts.tsx';
import type { FindingsProps } from '../findings-props.ts';

export default function PingFindings({ detail: { packetLoss, ttl } }: FindingsProps): ReactNode {
  const translate = useTranslate();
  const format = useFormat();
  return (
    <Facts
      facts={[
        [translate('detail.packetLoss', 'Packet loss'), packetLoss === null ? null : format.percent(packetLoss / 100)],
        [translate('detail.ttl', 'TTL'), ttl],
      ]}
    />
  );
}
