import { Button, VisuallyHidden } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { submitLabel } from '#engine/document/submit.ts';
import type { CompiledScreen } from '#engine/document/document.ts';
import { changesOf } from '#engine/flow/changes.ts';
import { summaryOf, type SummaryItem, type SummarySection } from '#engine/flow/summary.ts';
import type { StepView } from '#engine/flow/step-view.ts';
import { SpecialPart } from '../registry.tsx';
import { fill, useScreenWords } from '../words.tsx';
import { Answer } from './answer.tsx';
import { Changes } from './changes.tsx';
import { RefusalBanner } from './refusal-banner.tsx';
import { StepFooter } from './step-footer.tsx';
import type { Send, StepProps } from './step-props.ts';
import styles from './step.module.css';

/** What was answered on the earlier screens, a card each with a way back to change it. */
export function SummaryStep({ screen, screens, view, send, heading }: StepProps): ReactNode {
  const words = useScreenWords();
  const sections = useMemo(() => summaryOf(summed(screen, screens, view), view.answers), [screen, screens, view]);
  const { stored, answers } = view;
  const changes = useMemo(
    () => stored && changesOf(summed(screen, screens, view), stored, answers),
    [screen, screens, view, stored, answers],
  );
  const primary = primaryOf(view);
  const cards = sections.map((section) => <Card key={section.screen} section={section} view={view} send={send} />);
  return (
    <div className={styles.main} aria-busy={view.busy}>
      <div className={styles.body}>
        <div className={styles.column}>
          {heading}
          {view.refusal && (
            <RefusalBanner
              refusal={view.refusal}
              failed={screen.document.failed}
              elsewhere={refusedFields(sections, view)}
            />
          )}
          <SpecialPart screen={screen} screens={screens} view={view} send={send} />
          {changes === undefined ? (
            cards
          ) : (
            <>
              <Changes changes={changes} />
              <details className={styles.whole}>
                <summary>{words.everything}</summary>
                {cards}
              </details>
            </>
          )}
        </div>
      </div>
      <StepFooter
        view={view}
        send={send}
        actions={screen.document.actions ?? []}
        {...(primary && {
          primary: { label: submitLabel(screen.document, view) ?? words.next, onClick: () => send(primary) },
        })}
      />
    </div>
  );
}

/** The screens that the document names, else the earlier steps. */
function summed(screen: CompiledScreen, screens: StepProps['screens'], view: StepView): CompiledScreen[] {
  const stands = new Set(view.steps.map(({ id }) => id));
  const ids = (screen.document.of ?? [...stands].slice(0, Math.max(0, view.position - 1))).filter(
    (id) => stands.size === 0 || stands.has(id),
  );
  return ids.flatMap((id) => screens[id] ?? []);
}

function primaryOf(view: StepView): Parameters<Send>[0] | undefined {
  if (view.can.submit || view.busy) return { type: 'step.submitted', screen: view.screen, data: view.data };
  return view.can.confirm ? { type: 'confirmed' } : undefined;
}

function refusedFields(
  sections: readonly SummarySection[],
  { refusal }: StepView,
): { label: string; message: string }[] {
  const items = sections.flatMap((section) => section.items);
  return Object.entries(refusal?.fields ?? {}).map(([pointer, message]) => ({
    label: items.find((item) => pointer === item.pointer || pointer.startsWith(`${item.pointer}/`))?.label ?? pointer,
    message,
  }));
}

function Card({ section, view, send }: { section: SummarySection; view: StepView; send: Send }): ReactNode {
  const words = useScreenWords();
  const step = view.steps.find(({ id }) => id === section.screen);
  return (
    <section className={styles.card} aria-label={section.title}>
      <div className={styles.cardHead}>
        <h2 className={styles.cardTitle}>{section.title}</h2>
        {step?.canChoose && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={fill(words.changeOf, { screen: section.title })}
            onClick={() => send({ type: 'step.chosen', screen: section.screen })}
          >
            {words.change}
          </Button>
        )}
      </div>
      <dl className={styles.answers}>
        {section.items.map((item) => (
          <div
            key={item.pointer}
            className={styles.answer}
            data-wide={item.table || isTitle(section, item) ? true : undefined}
          >
            <dt>{isTitle(section, item) ? <VisuallyHidden>{item.label}</VisuallyHidden> : item.label}</dt>
            <dd>
              <Answer item={item} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** A table that is all of a card, under the same name, is named once. */
function isTitle({ title, items }: SummarySection, { label }: SummaryItem): boolean {
  return items.length === 1 && label === title;
}
