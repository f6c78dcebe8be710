import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useRef, type ReactNode } from 'react';
import { CancelProvider } from '#screens/step/step-footer.tsx';
import { useWords } from '../words/words.ts';
import styles from './flow.module.css';

interface Props {
  opened: boolean;
  title: string;
  width: number;
  /** Of its body, in pixels; as high as what it holds unless given. */
  height?: number | undefined;
  /** False while work would be lost by a press beside the modal. */
  closeOnClickOutside: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The modal around a flow. */
export function FlowModal({ width, height, children, ...props }: Props): ReactNode {
  const t = useWords();
  const inside = useRef<HTMLDivElement>(null);
  // Escape closes what is in front alone; each of Mantine's modals would close.
  useWindowEvent(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.isComposing || !props.opened) return;
      if ((event.target as Element | null)?.getAttribute('data-mantine-stop-propagation') === 'true') return;
      const front = [...document.querySelectorAll('[role=dialog]')].at(-1);
      if (front?.contains(inside.current)) props.onClose();
    },
    { capture: true },
  );
  return (
    <Modal
      {...props}
      size={width}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('flow.close') }}
      {...(height !== undefined && { styles: { body: { height } }, classNames: { body: styles.fixed } })}
    >
      <div ref={inside} className={styles.inside}>
        <CancelProvider value={props.onClose}>{children}</CancelProvider>
      </div>
    </Modal>
  );
}
