import { afterAll, beforeAll, describe, it } from 'vitest';
import { raiseStage, strikeStage } from './stage.ts';
import { asked, expectToHold, long } from './walk-all.ts';

beforeAll(raiseStage);
afterAll(strikeStage);

// As long as all other flows together, and so on another core.
describe('the generated paths of the longest flows in a simulated page', () => {
  it.each(long)(
    'hold for %s by every criterion but pairs and what is asked beside this, and leave no hole',
    { timeout: 900_000 },
    async (id) => {
      await expectToHold(
        id,
        // Asked beside this, in the file of the others.
        asked.filter((one) => id !== 'cloud-monitor' || one !== 'boundaries'),
      );
    },
  );
});
