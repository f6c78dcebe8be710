import type { SentInstaller, SentStep } from '#api/contract/agent-methods/installer.ts';
import type { Queries } from '../database/database.ts';
import { findText } from '../scripts/with-script.ts';

export type Step = Omit<SentStep, 'text'>;

/** The steps with their texts; undefined when a version is gone. */
export async function withTexts(
  db: Queries,
  { before, after }: { before: Step | null; after: Step | null },
): Promise<Pick<SentInstaller, 'before' | 'after'> | undefined> {
  const withText = async (step: Step | null): Promise<SentStep | null | undefined> => {
    if (step === null) return null;
    const text = await findText(db, step);
    return text === undefined ? undefined : { ...step, text };
  };
  const sent = { before: await withText(before), after: await withText(after) };
  return sent.before === undefined || sent.after === undefined ? undefined : { before: sent.before, after: sent.after };
}
