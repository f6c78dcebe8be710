import { Button, Group, Modal, Progress } from '@mantine/core';
import { IconMapPin, IconPlayerPlay, IconPlayerStop, IconTrash, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { Suppresses } from '#api/contract/maintenance-features.ts';
import { useFormat } from '#screens/shared/format.ts';
import place from '#schemas/device/server-place.json?screen';
import { mostDevices } from '#api/contract/script.ts';
import { DocumentForm } from '../../parts/document-form.tsx';
import { useMay } from '../../session/session.ts';
import tableStyles from '../../table/data-table.module.css';
import { useWords } from '../../words/words.ts';
import { DeleteFlow } from '../deletion/delete-flow.tsx';
import { RunScript } from '../scripts/run-script.tsx';
import { ScheduleReboot } from '../reboots/schedule-reboot.tsx';
import { MaintenanceMenu } from '../maintenance/maintenance-menu.tsx';
import styles from './devices.module.css';
import type { ChangingDevices, Place } from './use-changing-devices.tsx';
import type { SelectedDevices } from './use-selected-devices.ts';

interface Props {
  /** Exports the selected devices. */
  exporting: ReactNode;
  /** Names of the selected devices whose rows are loaded. */
  names: ReadonlyMap<number, string>;
  selected: SelectedDevices;
  changing: ChangingDevices;
  /** What maintenance of them can suppress, and whether any may have one. */
  maintenance: { suppresses: Suppresses; set: boolean };
}

/** What can be done to the selected devices, and how far it has come. */
export function DeviceSelectionBar({ exporting, names, selected, changing, maintenance }: Props): ReactNode {
  const t = useWords();
  const may = useMay();
  const [asking, setAsking] = useState<'DELETE' | 'MOVE' | 'RUN'>();
  const count = selected.ids.size;
  const close = (): void => setAsking(undefined);
  return (
    <div className={tableStyles.selectionBar} role="region" aria-label={t('deviceSelection.label')}>
      {changing.progress ? (
        <Underway changing={changing} />
      ) : (
        <>
          <span aria-live="polite">{t('selection.count', { count })}</span>
          {may('NODE:Update') ? (
            <Button
              variant="default"
              leftSection={<IconMapPin size={16} />}
              disabled={selected.busy}
              onClick={() => setAsking('MOVE')}
            >
              {t('deviceSelection.move')}
            </Button>
          ) : null}
          {may('NODE:Update') && count <= mostDevices ? (
            <Button
              variant="default"
              leftSection={<IconPlayerPlay size={16} />}
              disabled={selected.busy}
              onClick={() => setAsking('RUN')}
            >
              {t('script.runScript')}
            </Button>
          ) : null}
          {count <= mostDevices ? (
            <ScheduleReboot ids={[...selected.ids]} disabled={selected.busy} onDone={selected.clear} />
          ) : null}
          <MaintenanceMenu
            subject={{ kind: 'DEVICES', ids: [...selected.ids], suppresses: maintenance.suppresses }}
            set={maintenance.set}
            disabled={selected.busy}
            onDone={selected.clear}
          />
          {may('NODE:Delete') ? (
            <Button
              variant="default"
              c="var(--cairn-bad)"
              leftSection={<IconTrash size={16} />}
              disabled={selected.busy}
              onClick={() => setAsking('DELETE')}
            >
              {t('selection.actDELETE')}
            </Button>
          ) : null}
          {exporting}
          <Button variant="subtle" color="gray" leftSection={<IconX size={16} />} onClick={selected.clear} ml="auto">
            {t('selection.clear')}
          </Button>
        </>
      )}
      {asking === 'DELETE' ? (
        <DeleteFlow
          of={{ devices: [...selected.ids] }}
          onEnded={(done) => {
            close();
            if (done) selected.clear();
          }}
        />
      ) : null}
      {asking === 'RUN' ? (
        <RunScript devices={[...selected.ids].map((id) => ({ id, name: names.get(id) ?? '' }))} onClose={close} />
      ) : null}
      {asking === 'MOVE' ? (
        <MoveDevices
          count={count}
          onClose={close}
          onMove={(to) => {
            close();
            void changing.run(to, [...selected.ids]).then(selected.clear);
          }}
        />
      ) : null}
    </div>
  );
}

interface MoveProps {
  count: number;
  onMove: (place: Place) => void;
  onClose: () => void;
}

function MoveDevices({ count, onMove, onClose }: MoveProps): ReactNode {
  const t = useWords();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('deviceSelection.moveTitle', { count })}
      size={640}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DocumentForm
        screen={place}
        stored={{}}
        busy={false}
        failure={undefined}
        onSave={({ clientId, locationId }) => {
          onMove({ clientId: Number(clientId), locationId: Number(locationId) });
          return Promise.resolve(true);
        }}
        foot={() => (
          <Group justify="flex-end" gap="xs" mt="md">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('deviceSelection.moveAct', { count })}</Button>
          </Group>
        )}
      />
    </Modal>
  );
}

function Underway({ changing: { progress, stop } }: { changing: ChangingDevices }): ReactNode {
  const t = useWords();
  const format = useFormat();
  if (!progress) return null;
  const { done, all } = progress;
  const words = t('deviceSelection.doingMOVE', { done: format.number(done), all: format.number(all) });
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
