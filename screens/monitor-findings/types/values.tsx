import type { ReactNode } from 'react';
import { useTranslate } from '../../shared/translate.ts';
import type { FindingsProps } from '../findings-props.ts';
import styles from '../findings.module.css';
import { Section } from '../section.tsx';

/** Values that the target was asked for by name, of whichever type of monitor. */
export default function ValueFindings({ detail: { values } }: FindingsProps): ReactNode {
  const translate = useTranslate();
  if (values.length === 0) return null;
  const title = translate('detail.values', 'Values');
  return (
    <Section title={title}>
      <table className={styles.table} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{translate('detail.valueName', 'Name')}</th>
            <th scope="col">{translate('detail.valueType', 'Type')}</th>
            <th scope="col">{translate('detail.value', 'Value')}</th>
          </tr>
        </thead>
        <tbody>
          {values.map(({ name, type, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{type}</td>
              <td className={styles.lines}>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
