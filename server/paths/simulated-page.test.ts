// Paths that the Workbench walks in a simulated page, in a process of its own.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { FlowData } from '#api/contract/workbench.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { createScreens, screenDocuments } from '../screens/screens.ts';
import { PathsTooLong, type WalkQuestion } from './path-thread.ts';
import { walkInSimulatedPage } from './simulated-page.ts';

const question: WalkQuestion = {
  kind: 'walk',
  flow: 'ticket-template',
  documents: {},
  assertions: {},
  keptPaths: [],
  criteria: ['states', 'transitions'],
  seed: 1,
};

describe('a walk in a simulated page', () => {
  let server: TestServer;
  let admin: Visitor;
  beforeAll(async () => {
    server = await startTestServer({ logLevel: 'error' });
    admin = await server.signInAsAdmin();
  });
  afterAll(() => server.close());

  it('uses the published screens, and reports why it walks no path of a flow', async () => {
    const file = join(screenDocuments, 'ticket-template', 'details.json');
    const document = JSON.parse(readFileSync(file, 'utf8')) as ScreenDocument;
    const { screens } = server.services;
    screens.replace('ticket-template', 'details', { ...document, title: 'Particulars' });
    try {
      const body = { flows: ['ticket-template', 'totp'], tier: 'dom', criteria: question.criteria, seed: 1 };
      const id = String((await admin.post('/workbench/runs', body)).body['id']);
      const read = async () => (await admin.get(`/workbench/runs/${id}`)).body as Record<string, unknown>;
      await expect.poll(async () => (await read())['endedAt'], { timeout: 110_000, interval: 500 }).not.toBeNull();
      expect(await read()).toMatchObject({
        state: 'done',
        tier: 'dom',
        outcomes: expect.arrayContaining([
          expect.objectContaining({ flow: 'ticket-template', failures: 0, holes: 0 }),
          expect.objectContaining({ flow: 'totp', paths: 0, notWalked: expect.stringContaining('asks first') }),
        ]),
      });
      const report = (await admin.get(`/workbench/runs/${id}/flows/ticket-template`)).body as unknown as FlowData;
      expect([report.tier, report.paths.length > 2, report.texts.includes('Particulars')]).toEqual(['dom', true, true]);
    } finally {
      screens.replace('ticket-template', 'details', undefined);
    }
  });
});

describe('the process of a walk', () => {
  afterEach(() => vi.unstubAllEnvs());

  it('ends with the signal, and leaves nothing behind', async () => {
    // Other tests walk at the same time.
    const own = mkdtempSync(join(tmpdir(), 'cairn-test-'));
    vi.stubEnv('TMPDIR', own);
    const stop = new AbortController();
    const told: number[] = [];
    const walk = walkInSimulatedPage(
      { ...question, flow: 'directory-discovery', criteria: ['transitions', 'boundaries'] },
      {
        signal: stop.signal,
        longestMs: 110_000,
        onProgress(done) {
          told.push(done);
          stop.abort(new Error('stopped'));
        },
      },
    );
    await expect(walk).rejects.toThrow('stopped');
    expect(told.length).toBeGreaterThan(0);
    expect(readdirSync(own)).toEqual([]);
    rmSync(own, { recursive: true });
  });

  it('fails a path when a field does not take an ordinary answer', async () => {
    const details = createScreens().get('ticket-template', 'details').document;
    // A list without choices.
    const documents = { details: { ...details, ui: { ...details.ui, name: { 'ui:widget': 'select' } } } };
    const broken = await walkInSimulatedPage(
      { kind: 'touched', flow: 'ticket-template', documents, screens: ['details'], assertions: {}, keptPaths: [] },
      { signal: new AbortController().signal, longestMs: 110_000 },
    );
    expect(broken.flatMap(({ problems }) => problems)).toContain('nobody can enter /name: it is none of the choices');
  });

  it('ends when the time is over', async () => {
    await expect(
      walkInSimulatedPage(question, { signal: new AbortController().signal, longestMs: 300 }),
    ).rejects.toBeInstanceOf(PathsTooLong);
  });

  it('says what the walk threw', async () => {
    const asked = { ...question, flow: 'nowhere' };
    await expect(
      walkInSimulatedPage(asked, { signal: new AbortController().signal, longestMs: 110_000 }),
    ).rejects.toThrow('nowhere');
  });
});
