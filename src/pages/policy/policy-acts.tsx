import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { useWords } from '../../words/words.ts';
import { DeleteFlow } from '../deletion/delete-flow.tsx';

type Policy = CallReply<'readPolicy'>;
export type Opened = { what: 'add' } | { what: 'edit' | 'copy' | 'delete'; policy: Policy };

export function PolicyMenu({ policy, onOpen }: { policy: Policy; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const { may } = policy;
  const item = (what: 'edit' | 'copy' | 'delete') => () => onOpen({ what, policy });
  if (!may.update && !may.copy && !may.delete) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name: policy.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may.update ? (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={item('edit')}>
            {t('edit')}
          </Menu.Item>
        ) : null}
        {may.copy ? (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={item('copy')}>
            {t('policy.copy')}
          </Menu.Item>
        ) : null}
        {may.delete ? (
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={item('delete')}>
            {t('policy.delete')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  );
}

interface Props {
  opened: Opened | undefined;
  onClose: () => void;
  onDeleted?: () => void;
}

/** The flows that a page of policies opens. A new policy leads to its editor (F14-06). */
export function PolicyActs({ opened, onClose, onDeleted }: Props): ReactNode {
  const refresh = useRefresh();
  const navigate = useNavigate();
  return (
    <>
      {opened && opened.what !== 'delete' ? (
        <FlowHost
          flowId="policy"
          mode={opened.what === 'edit' ? 'EDIT' : 'NEW'}
          {...(opened.what === 'edit' && { subject: String(opened.policy.id) })}
          {...(opened.what === 'copy' && {
            copyOf: String(opened.policy.id),
            given: { copyOfId: opened.policy.id },
          })}
          onEnded={({ outcome, next }) => {
            onClose();
            refresh('listPolicies', 'readPolicy', 'readPolicyConditions');
            if (outcome === 'finished' && next !== undefined) void navigate({ to: next });
          }}
        />
      ) : null}
      {opened?.what === 'delete' ? (
        <DeleteFlow
          of={{ policy: opened.policy.id }}
          onEnded={(done) => {
            onClose();
            if (done) onDeleted?.();
          }}
        />
      ) : null}
    </>
  );
}
