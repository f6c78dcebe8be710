import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { CancelProvider } from '#screens/step/step-footer.tsx';
import { useWords } from '../words/words.ts';

interface Props {
  opened: boolean;
  title: string;
  width: number;
  /** False while work would be lost by a press beside the modal. */
  closeOnClickOutside: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The modal around a flow. */
export function FlowModal({ width, children, ...props }: Props): ReactNode {
  const t = useWords();
  return (
    <Modal {...props} size={width} closeButtonProps={{ 'aria-label': t('flow.close') }}>
      <CancelProvider value={props.onClose}>{children}</CancelProvider>
    </Modal>
  );
}
