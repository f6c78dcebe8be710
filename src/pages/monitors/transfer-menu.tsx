import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileTypeCsv, IconFileUpload, IconJson } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { callFile, type CallInput } from '#api/client.ts';
import { useRefresh } from '../../data/use-call.ts';
import { useSaveFile } from '../../data/use-save-file.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

type Wish = CallInput<'exportMonitors'>['body'];

interface Props {
  /** What the list shows now. */
  query: Omit<Wish, 'format' | 'ids'>;
  /** Monitors that are chosen; with none the whole list is meant. */
  chosen: ReadonlySet<number>;
  /** How many monitors the list shows. */
  count: number | undefined;
}

/** Monitors as a file: out of the list, and in by a flow. */
export function TransferMenu({ query, chosen, count }: Props): ReactNode {
  const t = useWords();
  const may = useMay();
  const refresh = useRefresh();
  const { busy: exporting, save: saveFile } = useSaveFile(t('transfer.exportFailed'));
  const [importing, setImporting] = useState(false);

  const save = (format: Wish['format']): void => {
    const some = chosen.size > 0 ? { ids: [...chosen] } : {};
    void saveFile(
      () => callFile('exportMonitors', { body: { ...query, ...some, format } }),
      `cairn-monitors.${format}`,
    );
  };

  const meant = chosen.size > 0 ? chosen.size : (count ?? 0);
  const mayImport = may('NODE:Create');
  if (meant === 0 && !mayImport) return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={32} loading={exporting} aria-label={t('transfer.menu')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {meant > 0 ? (
            <>
              <Menu.Label>{t('transfer.export', { count: meant })}</Menu.Label>
              <Menu.Item leftSection={<IconFileTypeCsv size={16} />} onClick={() => save('csv')}>
                {t('transfer.csv')}
              </Menu.Item>
              <Menu.Item leftSection={<IconJson size={16} />} onClick={() => save('json')}>
                {t('transfer.json')}
              </Menu.Item>
            </>
          ) : null}
          {meant > 0 && mayImport ? <Menu.Divider /> : null}
          {mayImport ? (
            <Menu.Item leftSection={<IconFileUpload size={16} />} onClick={() => setImporting(true)}>
              {t('transfer.import')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {importing ? (
        <FlowHost
          flowId="monitor-import"
          mode="NEW"
          onEnded={() => {
            setImporting(false);
            refresh('listMonitors', 'readMonitor', 'systemOverview', 'listAlerts');
          }}
        />
      ) : null}
    </>
  );
}
