import { afterAll, beforeAll, describe, it } from 'vitest';
import { raiseStage, strikeStage } from './stage.ts';
import { asked, expectToHold } from './walk-all.ts';

beforeAll(raiseStage);
afterAll(strikeStage);

// As long as all other flows together, and so on another core.
describe('the generated paths of cloud-monitor in a simulated page', () => {
  it('hold by every criterion but pairs and bounds, and leave no hole', { timeout: 900_000 }, async () => {
    await expectToHold(
      'cloud-monitor',
      asked.filter((one) => one !== 'boundaries'),
    );
  });
});
