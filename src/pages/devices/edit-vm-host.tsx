import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useRefresh } from '../../data/use-call.ts';
import { FlowHost } from '../../flow/flow-host.tsx';
import { useMay } from '../../session/session.ts';
import { useWords } from '../../words/words.ts';

/** A test sends a credential to an address, which a person who adds devices may. */
export function useMayEditHost(): boolean {
  const may = useMay();
  return may('NODE:Update') && may('NODE:Create');
}

/** The flow that changes a VM host, over the page. */
export function VmHostFlow({ id, onClose }: { id: number; onClose: () => void }): ReactNode {
  const refresh = useRefresh();
  return (
    <FlowHost
      flowId="vm-host"
      mode="EDIT"
      subject={String(id)}
      onEnded={() => {
        onClose();
        refresh('readDevice', 'listVmGuests', 'searchDevices');
      }}
    />
  );
}

interface EditProps {
  id: number;
  label: string;
  /** Of a notice: it has no icon. */
  plain?: true;
}

/** A button on the page of a VM host that opens its form. */
export function EditVmHost({ id, label, plain }: EditProps): ReactNode {
  const mayEdit = useMayEditHost();
  const [opened, setOpened] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button
        variant="default"
        {...(plain ? {} : { leftSection: <IconPencil size={16} /> })}
        onClick={() => setOpened(true)}
      >
        {label}
      </Button>
      {opened ? <VmHostFlow id={id} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

/** The same in a row of the device list, where the list holds the form. */
export function EditVmHostIcon({ name, onEdit }: { name: string; onEdit: () => void }): ReactNode {
  const t = useWords();
  return (
    <Tooltip label={t('vm.edit')}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('vm.editOf', { name })} onClick={onEdit}>
        <IconPencil size={14} />
      </ActionIcon>
    </Tooltip>
  );
}
