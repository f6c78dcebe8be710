// Floods the server with requests of one client, a second or two per kind: it must keep responding to others. `npm run bench -- doors.freeze` measures it.
import { beforeAll, expect, it } from 'vitest';
import { ensureBuilt } from '../../scripts/prepare.mjs';
import { measureFreeze } from '../bench/doors/freeze.ts';

beforeAll(() => ensureBuilt({ say: () => undefined }), 300_000);

it('answers others while one client sends whatever the limits let through', { timeout: 300_000 }, async () => {
  const [idle, ...sending] = await measureFreeze(1.5);
  expect(sending.length).toBeGreaterThan(10);
  // Each of these once blocked the server for seconds; the idle baseline accounts for a busy machine.
  const most = 1000 + 2 * (idle?.worst ?? 0);
  for (const { kind, worst } of sending) expect(worst, kind).toBeLessThan(most);
});
