import { Button } from '@mantine/core';
import { IconZoomReset } from '@tabler/icons-react';
import { useMemo, type ReactNode } from 'react';
import { momentOf } from '#engine/vocabulary/instant.ts';
import { useFormat } from '#screens/shared/format.ts';
import screen from '#schemas/monitor-dashboard/range.json?screen';
import { DocumentForm } from '../parts/document-form.tsx';
import { useWords } from '../words/words.ts';
import styles from './history.module.css';
import type { Range } from './ranges.ts';

interface Props {
  /** Seconds since 1970. */
  from: number;
  to: number;
  onChoose: (range: Range) => void;
  onLeave: () => void;
}

/** From one minute to another, in the zone of who looks. */
export function CustomRange({ from, to, onChoose, onLeave }: Props): ReactNode {
  const t = useWords();
  const { local, zone } = useFormat();
  const stored = useMemo(
    () => ({ from: local(from * 1000), to: local(to * 1000), timeZone: zone }),
    [local, zone, from, to],
  );
  const secondsOf = (text: unknown): number => (momentOf(text, zone)?.milliseconds ?? Number.NaN) / 1000;
  return (
    <div className={styles.custom}>
      <DocumentForm
        screen={screen}
        stored={stored}
        busy={false}
        failure={undefined}
        onSave={async (answers) => {
          onChoose({ from: secondsOf(answers['from']), to: secondsOf(answers['to']) });
          return true;
        }}
        foot={() => (
          <div className={styles.customFoot}>
            <span>{t('range.zone', { zone: zone.replaceAll('_', ' ') })}</span>
            <Button variant="default" leftSection={<IconZoomReset size={16} />} onClick={onLeave}>
              {t('range.leave')}
            </Button>
            <Button type="submit">{t('range.show')}</Button>
          </div>
        )}
      />
    </div>
  );
}
