import { afterAll, beforeAll, describe, it } from 'vitest';
import { flowsIn } from '../load.ts';
import { raiseStage, strikeStage } from './stage.ts';
import { asked, expectToHold, long } from './walk-all.ts';

beforeAll(raiseStage);
afterAll(strikeStage);

const walked = await flowsIn('dom');

describe('the generated paths in a simulated page', () => {
  const flows = walked.filter((id) => !long.includes(id));

  it.each(flows)('hold for %s by every criterion but pairs, and leave no hole', { timeout: 900_000 }, async (id) => {
    await expectToHold(id, asked);
  });

  // The rest of its criteria is asked beside this, in a file of its own.
  it('hold for cloud-monitor at the bounds of its screens', { timeout: 900_000 }, async () => {
    await expectToHold('cloud-monitor', ['boundaries']);
  });
});
