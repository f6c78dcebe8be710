import type { CompiledScreen } from '#engine/document/document.ts';
import { readAtOnce } from '../read-at-once.ts';

type OtherKinds = typeof import('./other-kinds.ts');

let others: OtherKinds | undefined;
let loading: Promise<void> | undefined;

/** What must be fetched before these screens can be drawn; nothing for forms. The same promise each time, as React's `use` needs it. */
export function awaitedKinds(screens: readonly CompiledScreen[]): Promise<void> | undefined {
  if (screens.every(({ document }) => (document.kind ?? 'form') === 'form')) return undefined;
  loading ??= readAtOnce(
    import('./other-kinds.ts').then(
      ({ ConflictStep, MessageStep, ProgressStep, SummaryStep }) => {
        others = { ConflictStep, MessageStep, ProgressStep, SummaryStep };
      },
      (cause: unknown) => {
        // A failed fetch may be tried again.
        loading = undefined;
        throw cause;
      },
    ),
  );
  return loading;
}

export function otherKinds(): OtherKinds {
  if (!others) throw new Error('a screen that is no form was drawn before its kind was fetched');
  return others;
}
