import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../parts/card.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './screen-editor.module.css';

interface Version {
  number: number;
  note: string;
  /** Empty once the user is deleted. */
  publishedBy: string;
  publishedAt: string;
}

interface Props<V extends Version> {
  versions: readonly V[];
  /** The number of the version in use. */
  number: number;
  /** While nothing is published. */
  none: string;
  /** What 0 stands for: the built-in screen, English. */
  first: string;
  /** Whether a version, or 0, can be published again. */
  canRollBack: (version: V | 0) => boolean;
  onRollBack: (number: number) => void;
  /** More about a version. */
  extra?: (version: V) => ReactNode;
  /** The confirmation. */
  children: ReactNode;
}

/** Published versions, the newest first, each with a way back to it. */
export function VersionList<V extends Version>({
  versions,
  number,
  none,
  first,
  canRollBack,
  onRollBack,
  extra,
  children,
}: Props<V>): ReactNode {
  const t = useWords();
  const back = (to: number): ReactNode => (
    <Button size="compact-xs" variant="default" onClick={() => onRollBack(to)}>
      {t('studio.editor.rollBack')}
    </Button>
  );
  return (
    <Card
      title={t('studio.editor.versions')}
      {...(versions.length > 0 && { count: versions.length })}
      flush={versions.length > 0}
    >
      {versions.length === 0 ? (
        <p className={styles.quiet}>{none}</p>
      ) : (
        <ul className={styles.versions} aria-label={t('studio.editor.versions')}>
          {versions.map((version) => (
            <li key={version.number}>
              <span className={styles.versionNumber}>
                {t('studio.editor.version', { number: version.number })}
                {version.number === number ? (
                  <span className={parts.quiet}> · {t('studio.editor.current')}</span>
                ) : null}
              </span>
              <span className={styles.versionNote}>{version.note}</span>
              {extra?.(version)}
              <span className={styles.quiet}>
                {version.publishedBy} · <When at={version.publishedAt} />
              </span>
              {canRollBack(version) ? back(version.number) : null}
            </li>
          ))}
          <li>
            <span className={styles.versionNumber}>{first}</span>
            <span className={styles.versionNote} />
            {canRollBack(0) ? back(0) : null}
          </li>
        </ul>
      )}
      {children}
    </Card>
  );
}
