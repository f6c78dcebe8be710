import { Button, Group, Modal, Select, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import { SettingLine } from '../../parts/setting-line.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

type Policy = CallReply<'readPolicy'>;
type Assignment = CallReply<'listPolicyAssignments'>[number];

/** Organizations and locations that a policy is assigned to. */
export function PolicyPlaces({ policy }: { policy: Policy }): ReactNode {
  const t = useWords();
  const may = useMay();
  const places = useCall('listPolicyAssignments', { params: { id: policy.id } });
  const [adding, setAdding] = useState(false);
  const assign = may('ORGANIZATION:Update') ? (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('policy.assign')}
    </Button>
  ) : null;
  return (
    <Card title={t('policy.places')} text={t('policy.placesText')} actions={assign}>
      <DataState of={places} failed={t('policy.placesFailed')}>
        {(items) =>
          items.length === 0 ? (
            <Message title={t('policy.noPlaces')} text={t('policy.noPlacesText')} />
          ) : (
            <div>
              {items.map((each) => (
                <Place key={each.id} place={each} />
              ))}
            </div>
          )
        }
      </DataState>
      {adding ? <Assign policyId={policy.id} onClose={() => setAdding(false)} /> : null}
    </Card>
  );
}

function Place({ place: { id, clientName, locationName } }: { place: Assignment }): ReactNode {
  const t = useWords();
  const may = useMay();
  const remove = useAct('unassignPolicy', {
    done: t('policy.unassigned'),
    failed: t('policy.unassignFailed'),
    refresh: ['listPolicyAssignments', 'listPolicies'],
  });
  const name = locationName === '' ? clientName : `${clientName} · ${locationName}`;
  return (
    <SettingLine
      title={name}
      note={locationName === '' ? t('policy.wholeOrganization') : t('policy.oneLocation')}
      actions={
        may('ORGANIZATION:Update') ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('policy.unassignOf', { name })}
            loading={remove.busy}
            onClick={() => void remove.run({ params: { id } })}
          >
            {t('policy.unassign')}
          </Button>
        ) : null
      }
    />
  );
}

function Assign({ policyId, onClose }: { policyId: number; onClose: () => void }): ReactNode {
  const t = useWords();
  const [client, setClient] = useState<string | null>(null);
  const [location, setLocation] = useState<string | null>(null);
  const clients = useCall('listOrganizations');
  const locations = useCall('listLocations', { params: { id: Number(client) } }, { enabled: client !== null });
  const assign = useAct('assignPolicy', {
    done: t('policy.assigned'),
    failed: t('policy.assignFailed'),
    refresh: ['listPolicyAssignments', 'listPolicies'],
  });
  const optionsOf = (items: readonly { id: number; name: string }[] = []) =>
    items.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <Modal opened onClose={onClose} title={t('policy.assign')} closeButtonProps={{ 'aria-label': t('close') }}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (client === null) return;
          const body = { clientId: Number(client), locationId: location === null ? null : Number(location) };
          void assign.run({ params: { id: policyId }, body }).then((done) => done && onClose());
        }}
      >
        <Stack gap="md">
          <Select
            label={t('device.organization')}
            placeholder={t('policy.chooseOrganization')}
            data={optionsOf(clients.data)}
            value={client}
            searchable
            error={assign.failure?.fields?.['/clientId']}
            onChange={(next) => {
              setClient(next);
              setLocation(null);
            }}
            data-autofocus
          />
          <Select
            label={t('device.location')}
            placeholder={t('policy.allLocations')}
            description={t('policy.replaces')}
            data={optionsOf(locations.data)}
            value={location}
            disabled={client === null}
            clearable
            clearButtonProps={{ 'aria-label': t('policy.allLocations') }}
            error={assign.failure?.fields?.['/locationId']}
            onChange={setLocation}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" disabled={client === null} loading={assign.busy}>
              {t('policy.assign')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
