// What one client may send, for a second or two each: the server goes on answering others. `npm run bench -- doors.freeze` measures it.
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { measureFreeze } from '../bench/doors/freeze.ts';

beforeAll(() => ensureBuilt({ say: () => undefined }), 300_000);

it('answers others while one client sends whatever the limits let through', { timeout: 300_000 }, async () => {
  const [idle, ...sending] = await measureFreeze(1.5);
  expect(sending.length).toBeGreaterThan(10);
  // Each of these once held the server for seconds; how busy this machine is shows when nobody asks anything.
  const most = 1000 + 2 * (idle?.worst ?? 0);
  for (const { kind, worst } of sending) expect(worst, kind).toBeLessThan(most);
});
