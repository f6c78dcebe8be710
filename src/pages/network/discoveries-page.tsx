import { Button, Select } from '@mantine/core';
import { IconCalendarPlus, IconRadar2 } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../data/use-call.ts';
import { AddNetwork } from '../../shell/add-network.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import styles from './network.module.css';
import { discoveriesPath } from './paths.ts';
import { RunsCard } from './runs-card.tsx';
import { ScanFlow } from './scan-flow.tsx';
import { ScansCard } from './scans-card.tsx';

/** The discoveries of networks: what was found when, and the scans that run by themselves. */
export default function DiscoveriesPage(): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const address: Record<string, unknown> = useSearch({ strict: false });
  const clientId = Number(address['client'] ?? 0);
  const [open, setOpen] = useState<'discovery' | 'scan'>();
  const organizations = useCall('listOrganizations');
  const close = (): void => setOpen(undefined);
  const choose = (id: string | null): void =>
    void navigate({ to: id === null ? discoveriesPath : `${discoveriesPath}?client=${id}`, replace: true });
  const add = (
    <Button variant="default" leftSection={<IconCalendarPlus size={16} />} onClick={() => setOpen('scan')}>
      {t('networkScan.add')}
    </Button>
  );
  const discover = (
    <Button leftSection={<IconRadar2 size={16} />} onClick={() => setOpen('discovery')}>
      {t('networkRun.discover')}
    </Button>
  );
  const filter = (
    <Select
      className={styles.filter}
      aria-label={t('networkRun.organization')}
      placeholder={t('alerts.anyOrganization')}
      data={(organizations.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={clientId > 0 ? String(clientId) : null}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('alerts.anyOrganization') }}
      onChange={choose}
    />
  );
  return (
    <Page
      title={t('networkRun.page')}
      description={t('networkRun.text')}
      actions={
        <>
          {filter}
          {add}
          {discover}
        </>
      }
    >
      <div className={styles.sections}>
        <ScansCard clientId={clientId} add={add} />
        <RunsCard clientId={clientId} discover={discover} />
      </div>
      <AddNetwork flow={open === 'discovery' ? 'ad-hoc-discovery' : undefined} onClose={close} />
      {open === 'scan' ? <ScanFlow answers={clientId > 0 ? { org: clientId } : undefined} onEnded={close} /> : null}
    </Page>
  );
}
