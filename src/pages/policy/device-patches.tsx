import type { ReactNode } from 'react';
import type { CallReply } from '#api/client.ts';
import { DeliveryState } from '../../parts/delivery-state.tsx';
import { useWords } from '../../words/words.ts';
import { patchNames, PatchSource, PatchText } from './patch-values.tsx';
import styles from './policy.module.css';

type Patches = NonNullable<CallReply<'readDevicePolicy'>['patchManagement']>;

/** The patch settings that a device gets, where each comes from, and whether its agent applied them. */
export function DevicePatches({ patches: { values, held, delivery } }: { patches: Patches }): ReactNode {
  const t = useWords();
  const enabled = values.enabled.value;
  // What settings that are off would need is of no effect.
  const shown = enabled ? patchNames : (['enabled'] as const);
  return (
    <section className={styles.group} aria-label={t('patches.title')}>
      <h3 className={styles.heading}>{t('patches.title')}</h3>
      {shown.map((name, index) => (
        <div
          key={name}
          role="group"
          aria-label={t(`patches.name_${name}`)}
          className={`${styles.row} ${index === 0 ? styles.first : styles.of}`}
        >
          <span>{t(`patches.name_${name}`)}</span>
          <span>
            <PatchText value={values[name].value} />
          </span>
          <span className={styles.source}>
            <PatchSource source={values[name].source} />
          </span>
        </div>
      ))}
      {enabled && held ? <p className={styles.quiet}>{t('patches.held')}</p> : null}
      {delivery.state !== 'none' ? (
        <DeliveryState delivery={delivery} />
      ) : enabled ? (
        <p className={styles.quiet}>{t('patches.soon')}</p>
      ) : null}
    </section>
  );
}
