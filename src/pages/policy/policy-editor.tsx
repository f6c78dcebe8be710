import { Anchor, Button } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { Tag } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { DataState } from '../../parts/data-state.tsx';
import settings from '../../parts/settings.module.css';
import { NotFound } from '../../shell/page-boundary.tsx';
import { Page } from '../../shell/page.tsx';
import { policiesPath, policyPath } from '../../shell/policy-paths.ts';
import { useWords } from '../../words/words.ts';
import { PolicyActs, PolicyMenu, type Opened } from './policy-acts.tsx';
import { PolicyAutomations } from './policy-automations.tsx';
import { PolicyConditions } from './policy-conditions.tsx';
import { PolicyPatches } from './policy-patches.tsx';
import { PolicyPlaces } from './policy-places.tsx';
import { PolicyRole } from './policy-role.tsx';

type Policy = CallReply<'readPolicy'>;

/** Role, parent and description in one line. */
function About({ policy }: { policy: Policy }): ReactNode {
  const t = useWords();
  const all = useCall('listPolicies');
  const parent = all.data?.find(({ id }) => id === policy.parentPolicyId);
  return (
    <>
      <PolicyRole policy={policy} />
      {parent ? (
        <>
          {' · '}
          {t('policy.from')}{' '}
          <Anchor component={Link} to={policyPath(parent.id)} inherit underline="always">
            {parent.name}
          </Anchor>
        </>
      ) : null}
      {policy.description ? ` · ${policy.description}` : null}
    </>
  );
}

/** The editor of a policy (F14-02, F14-20): what it sets, what it inherits, and where it applies. */
export default function PolicyEditor(): ReactNode {
  const t = useWords();
  const navigate = useNavigate();
  const id = Number(useParams({ strict: false, select: (params: { id?: string }) => params.id }));
  const known = Number.isInteger(id) && id > 0;
  const reply = useCall('readPolicy', { params: { id } }, { enabled: known });
  const [opened, setOpened] = useState<Opened>();
  const policy = reply.data;
  if (!known || reply.error?.code === 'not_found') return <NotFound />;
  return (
    <Page
      title={policy?.name ?? t('policy.title')}
      parents={[{ path: policiesPath, title: t('nav.policies') }]}
      description={policy ? <About policy={policy} /> : undefined}
      aside={
        policy ? (
          <>
            {policy.nodeClassDefault ? <Tag tone="good">{t('policy.default')}</Tag> : null}
            {policy.enabled ? null : <Tag>{t('policy.disabled')}</Tag>}
          </>
        ) : null
      }
      actions={
        policy ? (
          <>
            {policy.may.update ? (
              <Button
                variant="default"
                leftSection={<IconPencil size={16} />}
                onClick={() => setOpened({ what: 'edit', policy })}
              >
                {t('edit')}
              </Button>
            ) : null}
            <PolicyMenu policy={policy} onOpen={setOpened} />
          </>
        ) : null
      }
    >
      <DataState of={reply} failed={t('policy.readFailed')} tall>
        {(shown) => (
          <div className={settings.sections}>
            <PolicyConditions key={shown.id} policy={shown} />
            <PolicyAutomations policyId={shown.id} mayChange={shown.may.update} />
            <PolicyPatches key={`patches-${shown.id}`} policyId={shown.id} mayChange={shown.may.update} />
            <PolicyPlaces policy={shown} />
          </div>
        )}
      </DataState>
      <PolicyActs
        opened={opened}
        onClose={() => setOpened(undefined)}
        onDeleted={() => void navigate({ to: policiesPath })}
      />
    </Page>
  );
}
