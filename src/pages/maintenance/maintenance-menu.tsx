import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTool, IconToolsOff } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useAct } from '../../data/use-act.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';
import { givenOf, idsOf, readWindow, subjectOf, type MaintenanceSubject, type MaintenanceWindow } from './windows.ts';

interface Props {
  subject: MaintenanceSubject;
  /** The one that is meant, where no selection is, with its window that may be changed and, where it is known, its organization's zone. */
  one?: { name: string; window: MaintenanceWindow | undefined; zone?: string } | undefined;
  /** Whether any of them is, or may be, in maintenance or about to be. */
  set: boolean;
  disabled?: boolean;
  /** Something was done with all of them (F09-28). */
  onDone?: () => void;
}

const madeOld = {
  MONITORS: ['readMonitor', 'listMonitors', 'listMaintenance'],
  DEVICES: ['readDevice', 'searchDevices', 'listDeviceMaintenance'],
} as const;

/** Maintenance of monitors or devices: set or changed by a flow, disabled after asking (F09-27). */
export function MaintenanceMenu({ subject, one, set, disabled = false, onDone }: Props): ReactNode {
  const t = useWords();
  const may = useMay();
  const [setting, setSetting] = useState(false);
  const [disabling, setDisabling] = useState(false);
  if (!may('SYSTEM:MaintenanceMode.Editor.Access') || !may('NODE:Update')) return null;
  const button = {
    variant: 'default',
    leftSection: <IconTool size={16} />,
    disabled,
    children: t('maintenance.action'),
  } as const;
  return (
    <>
      {set ? (
        <Menu>
          <Menu.Target>
            <Button {...button} rightSection={<IconChevronDown size={14} />} />
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconTool size={16} />} onClick={() => setSetting(true)}>
              {one === undefined ? t('maintenance.setIt') : t('maintenance.change')}
            </Menu.Item>
            <Menu.Item leftSection={<IconToolsOff size={16} />} onClick={() => setDisabling(true)}>
              {t('maintenance.disable')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button {...button} onClick={() => setSetting(true)} />
      )}
      {setting ? (
        <SetMaintenance
          subject={subject}
          one={one}
          onEnded={(done) => {
            setSetting(false);
            if (done) onDone?.();
          }}
        />
      ) : null}
      <DisableMaintenance
        opened={disabling}
        subject={subject}
        name={one?.name}
        onEnded={(done) => {
          setDisabling(false);
          if (done) onDone?.();
        }}
      />
    </>
  );
}

function SetMaintenance({
  subject,
  one,
  onEnded,
}: Pick<Props, 'subject' | 'one'> & { onEnded: (done: boolean) => void }): ReactNode {
  const format = useFormat();
  const refresh = useRefresh();
  // As it was when it was opened: live messages must not begin it anew.
  const [wish] = useState(() => {
    const given = givenOf(subject, format.zone, one);
    return {
      given: { ...given },
      ...(one?.window && { answers: { window: readWindow(one.window, given, Date.now()) } }),
      subject: subjectOf(subject),
    };
  });
  return (
    <FlowHost
      flowId="maintenance"
      mode="NEW"
      {...wish}
      onEnded={({ outcome }) => {
        const done = outcome === 'finished';
        if (done) refresh(...madeOld[subject.kind]);
        onEnded(done);
      }}
    />
  );
}

/** F09-25, F09-31 */
function DisableMaintenance({
  opened,
  subject,
  name,
  onEnded,
}: {
  opened: boolean;
  subject: MaintenanceSubject;
  name: string | undefined;
  onEnded: (done: boolean) => void;
}): ReactNode {
  const t = useWords();
  const { kind, ids } = subject;
  const count = ids.length;
  const disable = useAct('endMaintenance', {
    done: t(`maintenance.disabled${kind}`, { count }),
    failed: t('maintenance.disableFailed'),
    refresh: [...madeOld[kind]],
  });
  return (
    <ConfirmModal
      opened={opened}
      title={
        name === undefined ? t(`maintenance.disableTitle${kind}`, { count }) : t('maintenance.disableOf', { name })
      }
      text={t('maintenance.disableText')}
      act={t('maintenance.disable')}
      busy={disable.busy}
      failure={disable.failure?.message}
      onClose={() => {
        disable.clear();
        onEnded(false);
      }}
      onConfirm={() => void disable.run({ body: idsOf(subject) }).then((reply) => reply !== undefined && onEnded(true))}
    />
  );
}
