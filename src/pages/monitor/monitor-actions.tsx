import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconStethoscope,
  IconTrash,
} from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useMay } from '../../session/session.ts';
import { copyMonitorPath, editMonitorPath } from '../../shell/add-paths.ts';
import { useWords } from '../../words/words.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { standingOf } from '../maintenance/windows.ts';
import { MaintenanceMenu } from '../maintenance/maintenance-menu.tsx';
import { TestNow } from './test-now.tsx';

type Monitor = CallReply<'readMonitor'>;

/** What can be done with a monitor: test, pause, put into maintenance, edit, duplicate, delete. */
export function MonitorActions({ monitor }: { monitor: Monitor }): ReactNode {
  const t = useWords();
  const may = useMay();
  const [testing, setTesting] = useState(false);
  const { id, enabled, monitorName, maintenance } = monitor;
  const now = useNow();
  const window = maintenance !== null && standingOf(maintenance, now) !== 'over' ? maintenance : undefined;
  const enable = useAct('enableMonitor', {
    done: enabled ? t('monitor.paused') : t('monitor.resumed'),
    failed: t('device.saveFailed'),
    refresh: ['readMonitor', 'listMonitors', 'systemOverview'],
  });
  return (
    <>
      <Button variant="default" leftSection={<IconStethoscope size={16} />} onClick={() => setTesting(true)}>
        {t('monitor.test')}
      </Button>
      {may('NODE:Update') ? (
        <>
          <Button
            variant="default"
            loading={enable.busy}
            leftSection={enabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
            onClick={() => void enable.run({ params: { id }, body: { enabled: !enabled } })}
          >
            {enabled ? t('monitor.pause') : t('monitor.resume')}
          </Button>
          <MaintenanceMenu
            subject={{ kind: 'MONITORS', ids: [id], suppresses: 'ALERTS' }}
            one={{ name: monitorName, window }}
            set={window !== undefined}
          />
          <Button
            variant="default"
            component={Link}
            to={editMonitorPath(id)}
            data-edits
            leftSection={<IconPencil size={16} />}
          >
            {t('edit')}
          </Button>
        </>
      ) : null}
      <MoreActions monitor={monitor} />
      {testing ? <TestNow monitor={monitor} onClose={() => setTesting(false)} /> : null}
    </>
  );
}

function MoreActions({ monitor: { id, monitorName } }: { monitor: Monitor }): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const [deleting, setDeleting] = useState(false);
  const remove = useAct('removeMonitor', {
    done: t('monitor.deleted', { name: monitorName }),
    failed: t('monitor.deleteFailed'),
    refresh: ['listMonitors', 'systemOverview', 'listAlerts'],
  });
  const [mayCopy, mayDelete] = [may('NODE:Create'), may('NODE:Delete')];
  if (!mayCopy && !mayDelete) return null;
  return (
    <>
      <Menu>
        <Menu.Target>
          <ActionIcon variant="default" aria-label={t('more')}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {mayCopy ? (
            <Menu.Item component={Link} to={copyMonitorPath(id)} leftSection={<IconCopy size={16} />}>
              {t('monitor.duplicate')}
            </Menu.Item>
          ) : null}
          {mayDelete ? (
            <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
              {t('monitor.delete')}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      <ConfirmModal
        opened={deleting}
        danger
        title={t('monitor.deleteTitle', { name: monitorName })}
        text={t('monitor.deleteText')}
        act={t('monitor.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={() => {
          setDeleting(false);
          remove.clear();
        }}
        onConfirm={() => void remove.run({ params: { id } }).then((done) => done && navigate({ to: '/cloudMonitors' }))}
      />
    </>
  );
}
