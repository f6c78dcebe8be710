import { Button } from '@mantine/core';
import { IconAlertCircle, IconHistory } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { CompiledScreen } from '#engine/document/document.ts';
import type { Schema } from '#engine/document/schema.ts';
import type { SentenceTemplate } from '#engine/document/sentence.ts';
import type { Answers } from '#engine/flow/flow.ts';
import { fillTemplate } from '#engine/flow/summary.ts';
import type { SpecialPartProps } from '../registry.tsx';
import { waiting } from '../step/waiting-button.tsx';
import { Replay } from './replay.tsx';
import styles from './condition.module.css';

/** What the condition looks at, in a sentence that leads to its settings (F08-47), and when it would have fired. */
export default function ConditionPart({ screens, view, send }: SpecialPartProps): ReactNode {
  const said = sentenceOf(screens['settings'], view.answers['settings']);
  const missing = view.refusal?.code === 'condition_missing';
  const { replay } = view.shown;
  return (
    <section className={styles.panel} aria-label="Condition" data-missing={missing || undefined}>
      <p className={styles.label} id="condition-value">
        Condition
      </p>
      <p className={styles.sentence} data-none={said === '' || undefined}>
        {said === '' ? 'Not chosen yet' : said}
      </p>
      {missing && (
        <p className={styles.error}>
          <IconAlertCircle size={14} aria-hidden />
          Required
        </p>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          size="compact-sm"
          aria-describedby="condition-value"
          data-leads="settings"
          data-event="settings.requested"
          aria-disabled={view.busy}
          onClick={() => view.can.event('settings.requested') && send({ type: 'settings.requested' })}
        >
          {said === '' ? 'Choose a condition' : 'Change settings'}
        </Button>
        {(view.busy || view.can.event('replay.requested')) && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconHistory size={14} aria-hidden />}
            loading={view.busy}
            renderRoot={waiting(false)}
            aria-disabled={view.busy}
            data-event="replay.requested"
            onClick={() => view.can.event('replay.requested') && send({ type: 'replay.requested' })}
          >
            Replay over the history
          </Button>
        )}
      </div>
      <div aria-live="polite">
        {view.busy && <p className={styles.quiet}>Running over the stored checks…</p>}
        {replay && <Replay reply={replay} />}
      </div>
    </section>
  );
}

/** The sentence stands with the settings, beside what it speaks of. */
function sentenceOf(settings: CompiledScreen | undefined, answers: Answers | undefined): string {
  const options = settings?.document.ui?.['ui:options'] as { sentence?: SentenceTemplate } | undefined;
  if (options?.sentence === undefined || answers?.['type'] === undefined) return '';
  return fillTemplate(options.sentence, answers, settings?.document.schema as Schema);
}
