import type { BrokenPath } from '#api/contract/studio.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { pathTestsOf } from '../paths/path-tests.ts';
import { atMost } from '../paths/path-thread.ts';
import { hasSimulatedPage, walkInSimulatedPage } from '../paths/simulated-page.ts';
import type { TellGate } from './gate-progress.ts';
import type { Judging } from './stored.ts';

export interface FlowChange {
  flow: string;
  changed: Readonly<Record<string, ScreenDocument>>;
  /** The screens among which the changed ones are used. */
  library: ScreenLibrary;
  /** Set if the library has the variants of this organization. */
  organizationId?: number;
  /** Whether a record or draft of this organization has these screens. */
  isFor: (organizationId: unknown) => boolean;
}

/** A process that makes a simulated page needs a core for itself. */
const alone = atMost(1);
const LONGEST_MS = 240_000;

/** The packages that make a simulated page are those of the tests, which an operator may leave out. */
export function walksPage({ services }: Pick<Judging, 'services'>): boolean {
  return services.settings.simulatedPage && hasSimulatedPage();
}

/**
 * The paths that break in a simulated page, of what the changed screens show.
 * @throws PathsBusy, PathsTooLong
 */
export async function brokenInPage(
  { db, clientGone }: Judging,
  { flow, changed, library }: FlowChange,
  tell: TellGate,
): Promise<BrokenPath[]> {
  return alone(async () => {
    tell({ stage: 'page', done: 0, total: 0 });
    const documents = { ...library.replaced(flow), ...changed };
    const broken = await walkInSimulatedPage(
      { kind: 'touched', flow, documents, screens: Object.keys(changed), ...(await pathTestsOf(db, flow)) },
      {
        signal: clientGone,
        longestMs: LONGEST_MS,
        onProgress: (done, total) => tell({ stage: 'page', done, total }),
      },
    );
    return broken.map((one) => ({
      ...one,
      flow,
      problems: one.problems.map((problem) => `In a simulated page: ${problem}`),
    }));
  });
}
