import { Button } from '@mantine/core';
import { IconArrowBarToDown } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { CopyButton } from '#screens/shared/copy-button.tsx';
import { useWords } from '../../words/words.ts';
import styles from './scripts.module.css';
import { useOutput } from './use-output.ts';

const LINE = 20;
const NEAR_END = 24;

interface Props {
  runId: string;
  deviceName: string;
  active: boolean;
  cut: boolean;
}

/** The output of a script on one device; it follows the end until the person scrolls up. */
export function RunOutput({ runId, deviceName, active, cut }: Props): ReactNode {
  const t = useWords();
  const { lines, failed } = useOutput(runId, active);
  const place = useRef<HTMLDivElement>(null);
  const [follows, setFollows] = useState(true);
  const empty = lines.every(({ text }) => text === '');
  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => place.current,
    estimateSize: () => LINE,
    overscan: 20,
    initialRect: { width: 600, height: 400 },
  });
  const size = rows.getTotalSize();
  useEffect(() => {
    if (follows && place.current) place.current.scrollTop = place.current.scrollHeight;
  }, [follows, size]);
  return (
    <div>
      {failed ? <p role="alert">{t('script.outputFailed')}</p> : null}
      {empty ? (
        <p className={styles.noOutput}>{active ? t('script.noOutputYet') : t('script.noOutput')}</p>
      ) : (
        <div
          ref={place}
          className={styles.output}
          role="region"
          tabIndex={0}
          aria-label={t('script.outputOf', { name: deviceName })}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
            setFollows(scrollHeight - scrollTop - clientHeight < NEAR_END)
          }
        >
          <div className={styles.lines} style={{ height: size }}>
            {rows.getVirtualItems().map(({ index, start }) => (
              <div
                key={index}
                className={styles.outputLine}
                data-stream={lines[index]?.stream}
                style={{ transform: `translateY(${start}px)` }}
              >
                {lines[index]?.text}
              </div>
            ))}
          </div>
        </div>
      )}
      {cut ? <p className={styles.cut}>{t('script.cut')}</p> : null}
      {empty ? null : (
        <div className={styles.outputFoot}>
          <CopyButton
            text={lines.map(({ text }) => text).join('\n')}
            subject={t('script.outputOf', { name: deviceName })}
            label={t('script.copyOutput')}
          />
          {follows ? null : (
            <Button
              size="compact-xs"
              variant="default"
              leftSection={<IconArrowBarToDown size={14} />}
              onClick={() => setFollows(true)}
            >
              {t('script.follow')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
