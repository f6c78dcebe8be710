import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, by what `npm test` prints at its end. In the browser, one that fills a core runs beside one that mostly waits. */
const longest = [
  'tests/paths/dom/dom-paths.test.ts',
  'tests/paths/dom/long-dom-paths.test.ts',
  'tests/contract/access-changes.test.ts',
  'server/studio/judge-page.test.ts',
  'tests/paths/paths.test.ts',
  'server/paths/simulated-page.test.ts',
  'tests/browser/accessibility.test.ts',
  'tests/browser/device-maintenance.test.ts',
  'tests/paths/browser/browser-paths.test.ts',
  'tests/browser/reboot.test.ts',
  'tests/browser/resume-secret.test.ts',
  'tests/browser/every-monitor.test.ts',
  'tests/browser/resume-console.test.ts',
  'tests/browser/policy.test.ts',
  'tests/browser/journey.test.ts',
  'tests/browser/import-attaches.test.ts',
  'tests/browser/resume-first-run.test.ts',
];

/**
 * Starts the longest files of a group first: one that starts last leaves the other core idle for minutes. vitest knows how long a file
 * took where it ran before; in a fresh clone it goes by their sizes, and the longest two are among the smallest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = longest.indexOf(relative(this.ctx.config.root, moduleId));
      return rank === -1 ? longest.length : rank;
    };
    // Runs the files of a project one after another: vitest keeps a worker and its modules only while the next file is of the same project.
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const projectOf = ({ project }: TestSpecification) => projects.indexOf(project.name);
    return sorted.toSorted((a, b) => groupOf(a) - groupOf(b) || rankOf(a) - rankOf(b) || projectOf(a) - projectOf(b));
  }
}
