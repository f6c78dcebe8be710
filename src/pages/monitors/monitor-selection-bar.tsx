import { Button, Progress } from '@mantine/core';
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconTrash,
  IconWorldShare,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useMay } from '../../session/session.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import { MaintenanceMenu } from '../maintenance/maintenance-menu.tsx';
import type { Act } from './change-many.ts';
import styles from './monitors.module.css';
import type { Changing } from './use-changing.tsx';
import type { Chosen } from './use-chosen.ts';

interface Props {
  chosen: Chosen;
  changing: Changing;
  /** Whether any of them is, or may be, in maintenance or about to be. */
  inMaintenance: boolean;
  /** Makes a status page of the chosen monitors; absent where nobody here may, or they are too many. */
  onStatusPage?: (() => void) | undefined;
}

interface Wish {
  act: Act;
  ids: readonly number[];
}

const icons = { PAUSE: IconPlayerPause, RESUME: IconPlayerPlay, DELETE: IconTrash } satisfies Record<Act, Icon>;

/** What can be done to the chosen monitors, and how far it has come. More than one asks first. */
export function MonitorSelectionBar({ chosen, changing, inMaintenance, onStatusPage }: Props): ReactNode {
  const t = useWords();
  const may = useMay();
  const [wish, setWish] = useState<Wish>();
  // The words of a dialog that closes stay until it is gone.
  const [asked, setAsked] = useState<Wish>({ act: 'PAUSE', ids: [] });
  const ask = (next: Wish): void => {
    setAsked(next);
    if (next.act !== 'DELETE' && next.ids.length === 1) void changing.run(next.act, next.ids).then(chosen.clear);
    else setWish(next);
  };
  const offered: Wish[] = [
    ...(may('NODE:Update') ? [{ act: 'PAUSE', ids: chosen.running } as const] : []),
    ...(may('NODE:Update') ? [{ act: 'RESUME', ids: chosen.paused } as const] : []),
    ...(may('NODE:Delete') ? [{ act: 'DELETE', ids: [...chosen.ids] } as const] : []),
  ].filter(({ ids }) => ids.length > 0);
  const count = asked.ids.length;
  return (
    <div className={tableStyles.selectionBar} role="region" aria-label={t('selection.label')}>
      {changing.progress ? (
        <Underway changing={changing} />
      ) : (
        <>
          <span aria-live="polite">{t('selection.count', { count: chosen.ids.size })}</span>
          {offered.map(({ act, ids }) => {
            const ActIcon = icons[act];
            return (
              <Button
                key={act}
                variant="default"
                {...(act === 'DELETE' && { c: 'var(--cairn-bad)' })}
                leftSection={<ActIcon size={16} />}
                disabled={chosen.busy}
                onClick={() => ask({ act, ids })}
              >
                {t(`selection.act${act}`)}
              </Button>
            );
          })}
          <MaintenanceMenu
            subject={{ kind: 'MONITORS', ids: [...chosen.ids], suppresses: 'ALERTS' }}
            set={inMaintenance}
            disabled={chosen.busy}
            onDone={chosen.clear}
          />
          {onStatusPage ? (
            <Button variant="default" leftSection={<IconWorldShare size={16} />} onClick={onStatusPage}>
              {t('selection.statusPage')}
            </Button>
          ) : null}
          <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={chosen.clear} ml="auto">
            {t('selection.clear')}
          </Button>
        </>
      )}
      <ConfirmModal
        opened={wish !== undefined}
        danger={asked.act === 'DELETE'}
        title={t(`selection.title${asked.act}`, { count })}
        text={t(`selection.text${asked.act}`, { count })}
        act={t(`selection.do${asked.act}`, { count })}
        onClose={() => setWish(undefined)}
        onConfirm={() => {
          setWish(undefined);
          if (wish) void changing.run(wish.act, wish.ids).then(chosen.clear);
        }}
      />
    </div>
  );
}

function Underway({ changing: { progress, stop } }: { changing: Changing }): ReactNode {
  const t = useWords();
  const format = useFormat();
  if (!progress) return null;
  const { act, done, all } = progress;
  const words = t(`selection.doing${act}`, { done: format.number(done), all: format.number(all) });
  return (
    <div className={styles.progress}>
      <span role="status">{words}</span>
      <Progress className={styles.progressBar} value={(100 * done) / all} aria-label={words} />
      <Button variant="default" leftSection={<IconPlayerStop size={16} />} onClick={stop}>
        {t('selection.stop')}
      </Button>
    </div>
  );
}
