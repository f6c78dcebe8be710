import { Button } from '@mantine/core';
import { IconStethoscope, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import { canBeChecked, usePreflight } from './preflight.tsx';

type Device = CallReply<'listDirectoryDevices'>['items'][number];

/** The server checks no more at a time. */
const MOST = 500;

interface Props {
  chosen: readonly Device[];
  onClear: () => void;
}

/** What can be done to the selected computers. */
export function ComputerSelectionBar({ chosen, onClear }: Props): ReactNode {
  const t = useWords();
  const { busy, failure, check } = usePreflight();
  const checkable = chosen.filter(canBeChecked).map(({ id }) => id);
  return (
    <div className={tableStyles.selectionBar} role="region" aria-label={t('preflight.selected')}>
      <span aria-live="polite">{t('selection.count', { count: chosen.length })}</span>
      <Button
        variant="default"
        leftSection={<IconStethoscope size={16} />}
        loading={busy}
        disabled={checkable.length === 0 || checkable.length > MOST}
        onClick={() => void check(checkable).then((done) => done && onClear())}
      >
        {t('preflight.checkSelected', { count: checkable.length })}
      </Button>
      <Button variant="subtle" leftSection={<IconX size={16} />} onClick={onClear}>
        {t('selection.clear')}
      </Button>
      {failure ? <span role="alert">{failure.message}</span> : null}
      {checkable.length < chosen.length ? <span>{t('preflight.others')}</span> : null}
    </div>
  );
}
