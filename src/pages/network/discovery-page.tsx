import { Button } from '@mantine/core';
import { IconCalendarPlus, IconPlus } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { useCall, useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import parts from '../../parts/parts.module.css';
import { When } from '../../parts/when.tsx';
import { devicePath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { ComparisonCard } from './comparison-card.tsx';
import styles from './network.module.css';
import { NewDevicesCard } from './new-devices-card.tsx';
import { discoveriesPath } from './paths.ts';
import { ResultsCard } from './results-card.tsx';
import { RunState } from './run-state.tsx';
import { answersOf, ScanFlow } from './scan-flow.tsx';

type Discovery = CallReply<'readDiscovery'>;
type Opened = { what: 'add'; addresses?: string[] } | { what: 'scan' };

/** While the probe works, the counts are read again. */
const activeSeconds = 3;

/** One discovery: what it found, what of that is new, and what changed since an earlier one. */
export default function DiscoveryPage(): ReactNode {
  const t = useWords();
  const id = useParams({ strict: false, select: (params: { id?: string }) => params.id }) ?? '';
  const [active, setActive] = useState(false);
  const read = useCall('readDiscovery', { params: { id } }, { ...(active && { refetchEverySeconds: activeSeconds }) });
  const { data } = read;
  const goesOn = data !== undefined && data.endedAt === null;
  if (goesOn !== active) setActive(goesOn);
  const [opened, setOpened] = useState<Opened>();
  if (read.error?.code === 'not_found' || read.error?.code === 'invalid_input') return <NotFound />;
  return (
    <Page
      title={data ? t('networkRun.one', { probe: data.probe.nodeName }) : t('networkRun.oneTitle')}
      aside={data ? <RunState {...data} /> : null}
      description={data ? <When at={data.startedAt} /> : null}
      parents={[{ path: discoveriesPath, title: t('networkRun.page') }]}
      actions={data ? <Actions discovery={data} onOpen={setOpened} /> : null}
    >
      <DataState of={read} failed={t('networkRun.oneFailed')} tall>
        {(discovery) => (
          <div className={styles.sections}>
            <Facts discovery={discovery} />
            {discovery.newDevices > 0 && discovery.scan ? (
              <NewDevicesCard
                run={id}
                scanId={discovery.scan.id}
                onAdd={(addresses) => setOpened({ what: 'add', addresses })}
              />
            ) : null}
            {discovery.endedAt === null ? null : <ComparisonCard key={id} discovery={discovery} />}
            <ResultsCard run={id} active={discovery.endedAt === null} />
            {opened ? <Dialog discovery={discovery} opened={opened} onClose={() => setOpened(undefined)} /> : null}
          </div>
        )}
      </DataState>
    </Page>
  );
}

function Actions({ discovery, onOpen }: { discovery: Discovery; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { asked, scan, endedAt, responding } = discovery;
  return (
    <>
      {asked !== null && scan === null ? (
        <Button variant="default" leftSection={<IconCalendarPlus size={16} />} onClick={() => onOpen({ what: 'scan' })}>
          {t('networkRun.repeat')}
        </Button>
      ) : null}
      {endedAt !== null && responding > 0 ? (
        <Button
          variant={discovery.unknownDevices > 0 ? 'default' : 'filled'}
          leftSection={<IconPlus size={16} />}
          onClick={() => onOpen({ what: 'add' })}
        >
          {t('networkRun.add')}
        </Button>
      ) : null}
    </>
  );
}

function Facts({ discovery }: { discovery: Discovery }): ReactNode {
  const t = useWords();
  const { probe, clientName, locationName, startedBy, scan, targets, checked, responding } = discovery;
  return (
    <Card>
      <dl className={parts.facts}>
        <dt>{t('networkRun.probe')}</dt>
        <dd>
          <Link to={devicePath(probe.nodeId)}>{probe.nodeName}</Link>
        </dd>
        <dt>{t('networkRun.place')}</dt>
        <dd>{[clientName, locationName].join(' · ')}</dd>
        <dt>{t('networkRun.by')}</dt>
        <dd>{[startedBy ?? t('networkRun.bySchedule'), scan?.name].filter(Boolean).join(' · ')}</dd>
        <dt>{t('networkRun.targets')}</dt>
        <dd>{checked < targets ? t('networkRun.checked', { checked, targets }) : targets}</dd>
        <dt>{t('networkRun.responding')}</dt>
        <dd>{responding}</dd>
      </dl>
    </Card>
  );
}

function Dialog({
  discovery,
  opened,
  onClose,
}: {
  discovery: Discovery;
  opened: Opened;
  onClose: () => void;
}): ReactNode {
  const navigate = useNavigate();
  const refresh = useRefresh();
  if (opened.what === 'scan') return <ScanFlow answers={answersOf(discovery)} onEnded={onClose} />;
  const { addresses } = opened;
  return (
    <FlowHost
      flowId="network-discovery"
      mode="NEW"
      subject={discovery.runId}
      {...(addresses && { answers: { devices: selecting(addresses) } })}
      onEnded={({ next }) => {
        onClose();
        refresh('listNewDevices', 'readDiscovery', 'listNetworkScans');
        if (next !== undefined) void navigate({ to: next });
      }}
    />
  );
}

const selecting = (keys: string[]): Answers => ({ devices: { selected: { all: false, keys } } });
