import { ActionIcon, Menu } from '@mantine/core';
import { IconCopy, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { useAct } from '../../data/use-act.ts';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

type Policy = CallReply<'readPolicy'>;
export type Opened = { what: 'add' } | { what: 'edit' | 'copy' | 'delete'; policy: Policy };

export function PolicyMenu({ policy, onOpen }: { policy: Policy; onOpen: (opened: Opened) => void }): ReactNode {
  const t = useWords();
  const may = useMay();
  const item = (what: 'edit' | 'copy' | 'delete') => () => onOpen({ what, policy });
  if (!may('POLICY:Update') && !may('POLICY:Create') && !may('POLICY:Delete')) return null;
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon variant="default" aria-label={t('webhook.actionsOf', { name: policy.name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('POLICY:Update') ? (
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={item('edit')}>
            {t('edit')}
          </Menu.Item>
        ) : null}
        {may('POLICY:Create') ? (
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={item('copy')}>
            {t('policy.copy')}
          </Menu.Item>
        ) : null}
        {may('POLICY:Delete') ? (
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

/** The flow and the question that a page of policies opens. A new policy leads to its editor (F14-06). */
export function PolicyActs({ opened, onClose, onDeleted }: Props): ReactNode {
  const t = useWords();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const remove = useAct('removePolicy', {
    done: t('policy.deleted'),
    failed: t('policy.deleteFailed'),
    refresh: ['listPolicies'],
  });
  const [chosen, setChosen] = useState<Policy>();
  const policy = opened && opened.what !== 'add' ? opened.policy : undefined;
  if (policy && policy !== chosen) setChosen(policy);
  const close = (): void => {
    remove.clear();
    onClose();
  };
  return (
    <>
      {opened && opened.what !== 'delete' ? (
        <FlowHost
          flowId="policy"
          mode={opened.what === 'edit' ? 'EDIT' : 'NEW'}
          {...(opened.what === 'edit' && { subject: String(opened.policy.id) })}
          {...(opened.what === 'copy' && { copyOf: String(opened.policy.id) })}
          onEnded={({ outcome, next }) => {
            close();
            refresh('listPolicies', 'readPolicy', 'readPolicyConditions');
            if (outcome === 'finished' && next !== undefined) void navigate({ to: next });
          }}
        />
      ) : null}
      <ConfirmModal
        opened={opened?.what === 'delete'}
        danger
        title={t('policy.deleteTitle', { name: chosen?.name ?? '' })}
        text={t('policy.deleteText')}
        act={t('policy.delete')}
        busy={remove.busy}
        failure={remove.failure?.message}
        onClose={close}
        onConfirm={() => {
          if (!policy) return;
          void remove.run({ params: { id: policy.id } }).then((done) => {
            if (done === undefined) return;
            close();
            onDeleted?.();
          });
        }}
      />
    </>
  );
}
