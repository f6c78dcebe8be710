import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { superviseLocalAgent } from './local-agent.ts';

it('is started again with a fresh token when it dies, and not after its server closed', { timeout: 60_000 }, async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'cairn-agent-'));
  // The agent refuses a token as short as this and ends at once.
  const token = vi.fn(async () => 'short');
  const agent = superviseLocalAgent({ root: process.cwd(), serverUrl: 'http://127.0.0.1:9', dataDirectory, token, log: createLog('silent'), restart: { first: 10, longest: 20 } });
  await vi.waitFor(() => expect(token.mock.calls.length).toBeGreaterThanOrEqual(3), { timeout: 50_000, interval: 50 });
  await agent.close();
  const starts = token.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(token.mock.calls.length).toBe(starts);
  rmSync(dataDirectory, { recursive: true, force: true });
});
