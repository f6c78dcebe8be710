import { Anchor, Button } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { Tag } from '#screens/shared/tag.tsx';
import { useCall } from '../../data/use-call.ts';
import { Card } from '../../parts/card.tsx';
import { DataState } from '../../parts/data-state.tsx';
import { Message } from '../../parts/message.tsx';
import settings from '../../parts/settings.module.css';
import { SettingLine } from '../../parts/setting-line.tsx';
import { useMay } from '../../session/session.ts';
import { Page } from '../../shell/page.tsx';
import { policyPath } from '../../shell/policy-paths.ts';
import { useWords } from '../../words/words.ts';
import { PolicyActs, PolicyMenu, type Opened } from './policy-acts.tsx';
import { PolicyRole } from './policy-role.tsx';
import { treeOf, type Branch, type ListedPolicy } from './policy-tree.ts';
import styles from './policy.module.css';

function PolicyLine({ branch, onOpen }: { branch: Branch; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { policy, level } = branch;
  const { id, name, description, enabled, nodeClassDefault, devices } = policy;
  const indent: CSSProperties & Record<'--level', number> = { '--level': level };
  return (
    <li className={styles.child} style={indent} aria-level={level + 1}>
      <SettingLine
        title={
          <>
            <Anchor component={Link} to={policyPath(id)}>
              {name}
            </Anchor>
            {nodeClassDefault ? <Tag tone="good">{t('policy.default')}</Tag> : null}
            {enabled ? null : <Tag>{t('policy.disabled')}</Tag>}
          </>
        }
        note={
          <>
            <PolicyRole policy={policy} /> · {t('policy.devices', { count: devices })}
            {description ? ` · ${description}` : null}
          </>
        }
        actions={<PolicyMenu policy={policy} onOpen={onOpen} />}
      />
    </li>
  );
}

function PolicyTree({ all, onOpen }: { all: ListedPolicy[]; onOpen: (opened: Opened) => void }): ReactNode {
  return (
    <ul className={styles.facts}>
      {treeOf(all).map((branch) => (
        <PolicyLine key={branch.policy.id} branch={branch} onOpen={onOpen} />
      ))}
    </ul>
  );
}

/** Lists the policies, each below the one that it inherits from. */
export default function PoliciesPage(): ReactNode {
  const t = useWords();
  const may = useMay();
  const policies = useCall('listPolicies');
  const [opened, setOpened] = useState<Opened>();
  const add = may('POLICY:Create') ? (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: 'add' })}>
      {t('policy.add')}
    </Button>
  ) : null;
  return (
    <Page title={t('nav.policies')} description={t('policy.text')} actions={policies.data?.length ? add : null}>
      <div className={settings.sections}>
        <Card>
          <DataState of={policies} failed={t('policy.failed')} tall>
            {(all) =>
              all.length === 0 ? (
                <Message
                  tall
                  icon={<IconListDetails size={28} stroke={1.5} />}
                  title={t('policy.none')}
                  text={t('policy.noneText')}
                  actions={add}
                />
              ) : (
                <PolicyTree all={all} onOpen={setOpened} />
              )
            }
          </DataState>
        </Card>
      </div>
      <PolicyActs opened={opened} onClose={() => setOpened(undefined)} />
    </Page>
  );
}
