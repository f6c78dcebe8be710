import { Fragment, type ReactNode } from 'react';
import styles from './findings.module.css';

interface Props {
  /** A name and its value; `code` for what a machine said. Facts without a value are left out. */
  facts: readonly (readonly [name: string, value: ReactNode, kind?: 'code'])[];
}

export function Facts({ facts }: Props): ReactNode {
  const known = facts.filter(([, value]) => value !== null && value !== undefined);
  if (known.length === 0) return null;
  return (
    <dl className={styles.facts}>
      {known.map(([name, value, kind]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd className={kind === 'code' ? styles.code : undefined}>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
