import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { newUuid } from '#api/uuid.ts';
import { FlowEndProvider, type EndTold } from '../flow/flow-end.ts';
import { useMay, type Need } from '../session/session.ts';
import { useWords } from '../words/words.ts';
import styles from './shell.module.css';

/** Long enough to read the message and choose the next step. */
const offerMs = 12_000;

/** Flows inside the console end with a toast, which may offer the next step. */
export function FlowToasts({ children }: { children: ReactNode }): ReactNode {
  const t = useWords();
  const may = useMay();
  const tell = ({ message, offer }: EndTold): void => {
    const id = newUuid();
    const offered = offer && (offer.need === undefined || may(offer.need as Need)) ? offer : undefined;
    notifications.show({
      id,
      message: (
        <span className={styles.toast}>
          {message}
          {offered ? (
            <a href={`#${offered.to}`} onClick={() => notifications.hide(id)}>
              {offered.label}
            </a>
          ) : null}
        </span>
      ),
      color: 'green',
      ...(offered ? { autoClose: offerMs } : {}),
      closeButtonProps: { 'aria-label': t('close') },
    });
  };
  return <FlowEndProvider value={tell}>{children}</FlowEndProvider>;
}
