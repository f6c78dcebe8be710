import { IconTool } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormat } from '#screens/shared/format.ts';
import { useNow } from '#screens/shared/use-now.ts';
import { CustomFieldsLine } from '../../flow/custom-fields.tsx';
import { When } from '../../parts/when.tsx';
import { useWords } from '../../words/words.ts';
import styles from './maintenance.module.css';
import { repeatOf, sentenceOf, type MaintenanceWindow } from './windows.ts';

function quietKey({ alerts, notificationChannels }: MaintenanceWindow['options']) {
  if (alerts) return 'quietAlerts';
  return notificationChannels ? 'quietChannels' : 'quietTechnicians';
}

/** What is kept with the window and nothing obeys yet. */
const stored = ['avScans'] as const;

/** That a monitor or device is in maintenance or about to be, until when, why, and what stays quiet. */
export function MaintenanceNotice({ window }: { window: MaintenanceWindow }): ReactNode {
  const t = useWords();
  const format = useFormat();
  const sentence = sentenceOf(window, useNow(), t, format);
  if (sentence === undefined) return null;
  const { options, reasonMessage, setBy, setAt, endTime } = window;
  const repeats = repeatOf(window, t);
  const features = stored.filter((name) => options[name]).map((name) => t(`maintenance.feature_${name}`));
  return (
    <div className={styles.notice} role="status">
      <IconTool size={18} aria-hidden />
      <div className={styles.noticeText}>
        <strong>{sentence}</strong>
        {endTime === null ? <p className={styles.reason}>{t('maintenance.noEnd')}</p> : null}
        {repeats === undefined ? null : <p className={styles.reason}>{repeats}</p>}
        {reasonMessage === '' ? null : <p className={styles.reason}>{reasonMessage}</p>}
        <CustomFieldsLine flow="maintenance" call="setMaintenance" entity={window} />
        {options.tasks ? <p className={styles.quiet}>{t('maintenance.quietTasks')}</p> : null}
        {options.patching ? <p className={styles.quiet}>{t('maintenance.quietPatching')}</p> : null}
        {features.length === 0 ? null : (
          <p className={styles.quiet}>{t('maintenance.alsoSuppressed', { features: features.join(', ') })}</p>
        )}
        <p className={styles.quiet}>
          {t(`maintenance.${quietKey(options)}`)} {t('maintenance.setBy', { name: setBy })} <When at={setAt} />.
        </p>
      </div>
    </div>
  );
}
