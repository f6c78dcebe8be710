import { afterAll, beforeAll, describe, it } from 'vitest';
import { describeAtLength } from '../../depth.ts';
import { dearFlows, flowsIn } from '../load.ts';
import { raiseStage, strikeStage } from './stage.ts';
import { expectToHold, usual } from './walk-all.ts';

beforeAll(raiseStage);
afterAll(strikeStage);

const dear = new Set(await dearFlows());
const flows = (await flowsIn('dom')).filter((id) => !dear.has(id));

describe('the generated paths in a simulated page', () => {
  it.each(flows)('hold for %s by every criterion but pairs and bounds', { timeout: 900_000 }, (id) =>
    expectToHold(id, usual),
  );
});

describeAtLength('the generated paths to the bounds in a simulated page', () => {
  it.each(flows)('hold for %s at the bounds of its screens', { timeout: 900_000 }, (id) =>
    expectToHold(id, ['boundaries']),
  );
});
