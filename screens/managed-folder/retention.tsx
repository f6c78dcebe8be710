import { useState, type ReactNode } from 'react';
import { keepsAll, keptImages, type FolderPolicy } from '#schemas/managed-folder/kept.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { KeptTable } from '../shared/kept-images.tsx';
import { localNow } from '../shared/local-now.ts';
import styles from '../shared/panel.module.css';
import { policyIn } from './policy-in.ts';

/** Which restore points the answers keep, and since when (F07-16, F07-17). */
export default function RetentionPart({ view }: SpecialPartProps): ReactNode {
  const [now] = useState(localNow);
  const policy = policyIn(view.answers['consolidation'], view.data);
  return (
    <section className={styles.panel} aria-label="What retention keeps">
      <p className={styles.title}>What is kept</p>
      {keepsAll(policy) ? <p>{keepsAllWords(policy)}</p> : <Kept policy={policy} today={now.slice(0, 10)} />}
    </section>
  );
}

function Kept({ policy, today }: { policy: FolderPolicy; today: string }): ReactNode {
  const kept = keptImages(policy, today);
  if (kept === undefined) return <p>Complete the numbers to see what is kept.</p>;
  return (
    <>
      <KeptTable kept={kept} today={today} />
      <p className={styles.title}>
        Of a folder that has been managed for long. Images stay longer while another one depends on them.
        {policy.moveConsolidatedImagesToSubDirectory === true
          ? ' Merged images are moved to a sub-directory in place of being deleted, so they still take space.'
          : null}
      </p>
    </>
  );
}

function keepsAllWords({ retentionEnabled }: FolderPolicy): string {
  return retentionEnabled === true
    ? 'Everything: consolidation is off, and only images that were merged into a larger one are deleted.'
    : 'Everything: retention is off, and the image manager deletes no image.';
}
