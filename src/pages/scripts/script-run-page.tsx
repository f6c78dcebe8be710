import { Button, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { devicePath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { libraryPath, scriptPath } from '../../shell/script-paths.ts';
import { useWords } from '../../words/words.ts';
import { RunOutput } from './run-output.tsx';
import { RunPolicy } from './run-policy.tsx';
import { RunTag } from './run-tag.tsx';
import { isFailed, runStateOf, type DeviceRun } from './script.ts';
import styles from './scripts.module.css';

type ScriptRun = CallReply<'readScriptRun'>;

const refresh = ['readScriptRun', 'listScriptRuns'] as const;

/** A script on the devices on which somebody ran it. */
export default function ScriptRunPage(): ReactNode {
  const t = useWords();
  const may = useMay();
  const id = String(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const [ended, setEnded] = useState(false);
  const reply = useCall('readScriptRun', { params: { id } }, { refetchEverySeconds: ended ? 60 : 2 });
  const run = reply.data;
  const active = run?.devices.some(({ endedAt }) => endedAt === null) ?? true;
  if (run && ended === active) setEnded(!active);
  const cancel = useAct('cancelScriptRun', { failed: t('script.cancelFailed'), refresh: [...refresh] });
  const retry = useAct('retryScriptRun', { failed: t('script.retryFailed'), refresh: [...refresh] });
  if (reply.error?.code === 'not_found' || reply.error?.code === 'invalid_input') return <NotFound />;
  const failed = run?.devices.filter((device) => isFailed(runStateOf(device))).length ?? 0;
  const stopping = run?.devices.every(({ endedAt, cancelRequested }) => endedAt !== null || cancelRequested) ?? false;
  return (
    <Page
      title={run?.scriptName ?? t('script.runTitle')}
      parents={[
        { path: libraryPath, title: t('nav.scripts') },
        ...(run?.scriptId != null ? [{ path: scriptPath(run.scriptId), title: run.scriptName }] : []),
      ]}
      description={
        run ? (
          <>
            {t('script.startedBy', { name: run.startedBy, version: run.version })} · <When at={run.createdAt} />
            {run.policy ? (
              <>
                {' · '}
                <RunPolicy policy={run.policy} />
              </>
            ) : null}
          </>
        ) : undefined
      }
      actions={
        run ? (
          <>
            {!active && failed > 0 && run.scriptId !== null && may('NODE:Update') ? (
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} />}
                loading={retry.busy}
                onClick={() => void retry.run({ params: { id } })}
              >
                {t('script.retry', { count: failed })}
              </Button>
            ) : null}
            {active ? (
              <Button
                variant="default"
                c="var(--cairn-bad)"
                leftSection={<IconPlayerStop size={16} />}
                loading={cancel.busy}
                disabled={stopping}
                onClick={() => void cancel.run({ params: { id } })}
              >
                {stopping ? t('script.run_stopping') : t('script.cancelRun')}
              </Button>
            ) : null}
          </>
        ) : null
      }
    >
      <DataState of={reply} failed={t('script.runFailed')} tall>
        {(shown) => <Devices run={shown} />}
      </DataState>
    </Page>
  );
}

function Devices({ run }: { run: ScriptRun }): ReactNode {
  const t = useWords();
  const { parameters, variables, runAs, timeoutSeconds, devices } = run;
  const [open, setOpen] = useState(devices.length === 1 ? devices[0]?.nodeId : undefined);
  const inputs = [
    ...(parameters ? [[t('script.parameters'), parameters]] : []),
    ...variables.map(({ name, value }) => [name, value || '–']),
    [t('script.runAs'), runAs || t('script.agentUser')],
    [t('script.timeLimit'), t('script.seconds', { count: timeoutSeconds })],
  ];
  return (
    <div className={styles.cards}>
      <Card title={t('script.devices')} count={devices.length} flush>
        <ul className={styles.devices} aria-label={t('script.devices')}>
          {devices.map((device) => (
            <DeviceLine
              key={device.nodeId}
              device={device}
              open={open === device.nodeId}
              onToggle={() => setOpen(open === device.nodeId ? undefined : device.nodeId)}
            />
          ))}
        </ul>
      </Card>
      <Card title={t('script.inputs')}>
        <dl className={styles.facts}>
          {inputs.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className={parts.mono}>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  );
}

interface LineProps {
  device: DeviceRun;
  open: boolean;
  onToggle(): void;
}

function DeviceLine({ device, open, onToggle }: LineProps): ReactNode {
  const t = useWords();
  const { runId, nodeId, nodeName, clientName, startedAt, endedAt, message, state } = device;
  return (
    <li>
      <div className={styles.deviceLine}>
        <UnstyledButton className={styles.toggle} aria-expanded={open} onClick={onToggle}>
          <IconChevronDown size={16} aria-hidden data-open={open || undefined} className={styles.chevron} />
          <span className={styles.deviceName}>{nodeName}</span>
        </UnstyledButton>
        <span className={parts.quiet}>{clientName}</span>
        <span role="status">
          <RunTag of={device} />
        </span>
        <span className={styles.end}>
          <When at={endedAt ?? startedAt} /> · <Link to={devicePath(nodeId)}>{t('script.toDevice')}</Link>
        </span>
      </div>
      {message && state !== 'cancelled' ? <p className={styles.reason}>{message}</p> : null}
      {open ? (
        <div className={styles.opened}>
          <RunOutput key={runId} runId={runId} deviceName={nodeName} active={endedAt === null} cut={device.cut} />
        </div>
      ) : null}
    </li>
  );
}
