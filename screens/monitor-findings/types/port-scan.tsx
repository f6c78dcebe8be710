import type { ReactNode } from 'react';
import { useFormat } from '../../shared/format.ts';
import { Tag } from '../../shared/tag.tsx';
import { useTranslate } from '../../shared/translate.ts';
import type { FindingsProps } from '../findings-props.ts';
import styles from '../findings.module.css';
import { Section } from '../section.tsx';

const states = { OPEN: 'Open', CLOSED: 'Closed', FILTERED: 'No answer', UNREACHABLE: 'No route' };

export default function PortFindings({ detail: { ports } }: FindingsProps): ReactNode {
  const translate = useTranslate();
  const format = useFormat();
  if (ports.length === 0) return null;
  const title = translate('detail.ports', 'Ports');
  return (
    <Section title={title}>
      <table className={styles.table} aria-label={title}>
        <tbody>
          {ports.map(({ port, state, responseTime }) => (
            <tr key={port}>
              <th scope="row">{port}</th>
              <td>
                <Tag tone={state === 'OPEN' ? 'good' : 'idle'}>{translate(`portState.${state}`, states[state])}</Tag>
              </td>
              <td>{responseTime === null ? '' : format.milliseconds(responseTime)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
