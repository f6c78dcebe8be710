import { Button, SegmentedControl } from '@mantine/core';
import { IconRefresh, IconTable, IconTopologyStar3 } from '@tabler/icons-react';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { Bones, DataState } from '../../parts/data-state.tsx';
import { useMay } from '../../session/session.ts';
import { organizationPath } from '../../shell/add-paths.ts';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { useWords } from '../../words/words.ts';
import { EmptyMap } from './empty-map.tsx';
import { MapBody } from './map-body.tsx';
import { mapSearchIn, networkMapPath, type MapSearch } from './map-search.ts';

/** A drawing needs room: a phone shows the table at first. */
const NARROW = '(max-width: 767px)';

function RefreshMap({ clientId, locationId }: { clientId: number; locationId: number | undefined }): ReactNode {
  const t = useWords();
  const refresh = useAct('refreshNetworkMap', {
    done: ({ devices }) => t('networkMap.refreshing', { count: devices }),
    failed: t('networkMap.refreshFailed'),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={refresh.busy}
      onClick={() => void refresh.run({ body: { clientId, ...(locationId !== undefined && { locationId }) } })}
    >
      {t('networkMap.refresh')}
    </Button>
  );
}

/** Which port of an organization's devices leads to what, as a drawing and as a table. */
export default function NetworkPage(): ReactNode {
  const t = useWords();
  const may = useMay();
  const navigate = useNavigate();
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const address = mapSearchIn(useSearch({ strict: false }));
  const { locationId, deviceId, view = window.matchMedia(NARROW).matches ? 'table' : 'map' } = address;
  const known = Number.isInteger(id) && id > 0;
  const organization = useCall('readOrganization', { params: { id } }, { enabled: known });
  const map = useCall(
    'readNetworkMap',
    { query: { clientId: id, ...(locationId !== undefined && { locationId }) } },
    { enabled: known, keep: true },
  );
  const go = (change: MapSearch): void =>
    void navigate({ to: networkMapPath(id, { ...address, ...change }), replace: true });
  if (!known || organization.error?.code === 'not_found') return <NotFound />;
  const { data } = map;
  return (
    <Page
      title={t('networkMap.title')}
      description={t('networkMap.text')}
      parents={[
        { path: '/administration/customers', title: t('nav.organizations') },
        { path: organizationPath(id), title: organization.data?.name ?? t('organization.title') },
      ]}
      actions={
        <>
          {data && data.asked > 0 && may('NODE:Update') ? <RefreshMap clientId={id} locationId={locationId} /> : null}
          <SegmentedControl
            aria-label={t('networkMap.view')}
            value={view}
            onChange={(value) => go({ view: value === 'table' ? 'table' : 'map' })}
            data={(
              [
                ['map', IconTopologyStar3],
                ['table', IconTable],
              ] as const
            ).map(([value, Icon]) => ({
              value,
              label: (
                <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}>
                  <Icon size={15} aria-hidden />
                  {t(`networkMap.view_${value}`)}
                </span>
              ),
            }))}
          />
        </>
      }
    >
      <Card flush>
        <DataState of={map} failed={t('networkMap.failed')} tall bones={<Bones lines={8} />}>
          {(read) =>
            read.ports.length === 0 && locationId === undefined ? (
              <EmptyMap map={read} />
            ) : (
              <MapBody
                map={read}
                clientId={id}
                locations={organization.data?.locations ?? []}
                locationId={locationId}
                view={view}
                deviceId={deviceId}
                onGo={go}
                onLocation={(chosen) =>
                  void navigate({
                    to: networkMapPath(id, { view, ...(chosen !== undefined && { locationId: chosen }) }),
                    replace: true,
                  })
                }
              />
            )
          }
        </DataState>
      </Card>
    </Page>
  );
}
