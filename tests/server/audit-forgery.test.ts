// What somebody who can write the database, and does not have the installation's key, cannot hide.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, gt } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AnchorFile, type Anchor } from '#server/audit/anchor-file.ts';
import { BEGINNING, plainHash, sealWith, type HashRow } from '#server/audit/row-hash.ts';
import { sealOldChain } from '#server/audit/seal-old-chain.ts';
import { keepTrail } from '#server/audit/trail.ts';
import type { Database, Queries } from '#server/database/database.ts';
import { audit, auditHead } from '#server/database/schema/audit.ts';
import { createLog } from '#server/log.ts';
import { createSecrets } from '#server/secrets.ts';
import { startTestServer, type TestServer } from './harness.ts';
import { tamperWith } from './tampered-trail.ts';
import type { Visitor } from './visitor.ts';

let server: TestServer;
let admin: Visitor;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-anchor-'));
  server = await startTestServer();
  admin = await server.signInAsAdmin();
  for (const name of ['Acme', 'Globex']) await admin.post('/client', { name, locations: [] });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Hashes every row anew, as a forger does after a change. */
async function recompute(db: Queries, hashRow: HashRow): Promise<void> {
  let hash = BEGINNING;
  let lastId = 0;
  for (const { hash: _, ...row } of await db.select().from(audit).orderBy(asc(audit.id))) {
    const changed = { ...row, prevHash: hash };
    hash = hashRow(changed);
    lastId = row.id;
    await db.update(audit).set({ prevHash: changed.prevHash, hash }).where(eq(audit.id, row.id));
  }
  await db.update(auditHead).set({ lastId, hash });
}

async function cutTo(db: Queries, id: number): Promise<void> {
  await db.delete(audit).where(gt(audit.id, id));
  const [last] = await db.select().from(audit).where(eq(audit.id, id));
  await db.update(auditHead).set({ lastId: id, hash: last?.hash ?? BEGINNING });
}

async function headNow(): Promise<Anchor> {
  const [head] = await server.services.database.select().from(auditHead);
  return { id: head?.lastId ?? 0, hash: head?.hash ?? '', at: new Date().toISOString() };
}

describe('a forged audit trail', () => {
  it('is found when the whole chain is recomputed without the key (S11)', async () => {
    const forge = (tx: Queries) => tx.update(audit).set({ summary: 'Nothing happened' }).where(eq(audit.id, 2));
    const tampered = tamperWith(server);
    expect(
      await tampered(async (tx) => {
        await forge(tx);
        await recompute(tx, plainHash);
      }),
    ).toMatchObject({ intact: false, problem: 'The trail does not carry the installation’s seal.' });
    const otherKey = createSecrets(folder, Buffer.alloc(32, 'other').toString('base64'));
    expect(
      await tampered(async (tx) => {
        await forge(tx);
        await recompute(tx, sealWith(otherKey));
      }),
    ).toMatchObject({ intact: false, firstBrokenId: 1 });
  });

  it('is found when its end is cut and the head set back, by the anchor outside the database (S11)', async () => {
    const anchor = await headNow();
    const verdict = await tamperWith(server)((tx) => cutTo(tx, anchor.id - 1), [anchor]);
    expect(verdict).toMatchObject({ intact: false, firstBrokenId: anchor.id });
    expect(verdict?.problem).toContain(`this server anchored row ${anchor.id}`);
  });

  it('is found when an older database takes its place and grows past the anchor (S11)', async () => {
    const anchor = await headNow();
    const verdict = await tamperWith(server)(
      async (tx) => {
        await cutTo(tx, anchor.id - 1);
        const [last] = await tx
          .select()
          .from(audit)
          .where(eq(audit.id, anchor.id - 1));
        if (!last) throw new Error('no row');
        const { hash: prevHash, ...others } = last;
        const row = { ...others, id: anchor.id, summary: 'Another history', prevHash };
        const hash = sealWith(server.services.secrets)(row);
        await tx.insert(audit).values({ ...row, hash });
        await tx.update(auditHead).set({ lastId: anchor.id, hash });
      },
      [anchor],
    );
    expect(verdict).toMatchObject({ intact: false, firstBrokenId: anchor.id });
    expect(verdict?.problem).toContain('replaced by another one');
  });

  it('is found when it was emptied (S11)', async () => {
    const verdict = await tamperWith(server)(async (tx) => {
      await tx.delete(audit);
      await tx.delete(auditHead);
    });
    expect(verdict).toEqual({
      rows: 0,
      intact: false,
      firstBrokenId: 1,
      problem: 'The trail is empty although the installation is set up.',
    });
  });

  it('is found when rows stand beyond the head (S11)', async () => {
    const { id } = await headNow();
    const verdict = await tamperWith(server)((tx) => tx.update(auditHead).set({ lastId: id - 1 }));
    expect(verdict).toMatchObject({ intact: false });
  });

  it('is found when a row is moved to another organization (S11)', async () => {
    const { id } = await headNow();
    const verdict = await tamperWith(server)((tx) =>
      tx.update(audit).set({ organizationId: 77 }).where(eq(audit.id, id)),
    );
    expect(verdict).toMatchObject({ intact: false, firstBrokenId: id });
  });
});

describe('the trail of an earlier version', () => {
  /** Seals within the transaction that made the trail plain. */
  const seal = (tx: Queries) => sealOldChain(tx as Database, server.services.secrets, new Date());

  it('is sealed as it is, and verifies afterwards (S11)', async () => {
    const { id } = await headNow();
    const verdict = await tamperWith(server)(async (tx) => {
      await recompute(tx, plainHash);
      await seal(tx);
    });
    expect(verdict).toEqual({ rows: id + 1, intact: true, firstBrokenId: null, problem: null });
  });

  it('stays broken where it was broken before, and shows a change made after the seal (S11)', async () => {
    const tampered = tamperWith(server);
    const before = await tampered(async (tx) => {
      await recompute(tx, plainHash);
      await tx.update(audit).set({ summary: 'Nothing happened' }).where(eq(audit.id, 2));
      await seal(tx);
    });
    expect(before).toMatchObject({ intact: false, firstBrokenId: 2 });
    const { id } = await headNow();
    const after = await tampered(async (tx) => {
      await recompute(tx, plainHash);
      await seal(tx);
      const [sealing] = await tx
        .select()
        .from(audit)
        .where(eq(audit.id, id + 1));
      await tx.delete(audit).where(eq(audit.id, id + 1));
      await tx.update(audit).set({ summary: 'Nothing happened' }).where(eq(audit.id, 2));
      await recompute(tx, plainHash);
      if (sealing) await tx.insert(audit).values(sealing);
      await tx.update(auditHead).set({ lastId: id + 1, hash: sealing?.hash ?? '' });
    });
    expect(after).toMatchObject({ intact: false, firstBrokenId: id + 1 });
    const organization = await tampered(async (tx) => {
      await recompute(tx, plainHash);
      await seal(tx);
      await tx.update(audit).set({ organizationId: 77 }).where(eq(audit.id, 2));
    });
    expect(organization).toMatchObject({ intact: false, firstBrokenId: id + 1 });
  });
});

describe('the anchor', () => {
  const log = createLog('silent');
  const keep = (dataDirectory: string, send?: (anchor: Anchor) => Promise<void>) =>
    keepTrail({
      database: server.services.database,
      secrets: server.services.secrets,
      dataDirectory,
      send,
      log,
      everyMs: 20,
    });

  it('is written and sent at start, after changes and at the end, each head once (S11)', async () => {
    const place = mkdtempSync(join(folder, 'kept-'));
    const sent: number[] = [];
    const trail = await keep(place, async ({ id }) => void sent.push(id));
    const first = await headNow();
    await admin.post('/client', { name: 'Initech', locations: [] });
    const second = await headNow();
    await trail.stop();
    const kept = new AnchorFile(place).read();
    expect(kept.map(({ id, hash }) => [id, hash])).toEqual([
      [first.id, first.hash],
      [second.id, second.hash],
    ]);
    expect(sent[0]).toBe(first.id);
    expect(await trail.verify()).toMatchObject({ intact: true });
    writeFileSync(join(place, 'audit-anchor.log'), `${JSON.stringify({ ...second, hash: 'hmac1:forged' })}\n`);
    expect(await trail.verify()).toMatchObject({ intact: false, firstBrokenId: second.id });
  });

  it('is compared with the trail at start, and a difference is logged as an error (S11)', async () => {
    const reported = vi.spyOn(log, 'error');
    const head = await headNow();
    for (const [hash, times] of [
      [head.hash, 0],
      ['hmac1:of another trail', 1],
    ] as const) {
      const place = mkdtempSync(join(folder, 'compared-'));
      new AnchorFile(place).append({ ...head, hash });
      await (await keep(place)).stop();
      expect(reported).toHaveBeenCalledTimes(times);
    }
    reported.mockRestore();
  });

  it('is not sealed over: a plain trail where a sealed one was anchored is broken (S11)', async () => {
    const anchor = await headNow();
    const verdict = await tamperWith(server)((tx) => recompute(tx, plainHash), [anchor]);
    expect(verdict).toMatchObject({ intact: false });
  });

  it('survives a line that a crash cut off, and keeps five files of a megabyte (S11)', () => {
    const place = mkdtempSync(join(folder, 'lines-'));
    const path = join(place, 'audit-anchor.log');
    writeFileSync(path, '{"id":1,"hash":"a","at":"x"}\n{"id":2,"ha');
    new AnchorFile(place).append({ id: 3, hash: 'c', at: 'z' });
    expect(new AnchorFile(place).read().map(({ id }) => id)).toEqual([1, 3]);
    const long = 'h'.repeat(600_000);
    const file = new AnchorFile(place);
    for (let id = 4; id < 24; id++) file.append({ id, hash: long, at: 'z' });
    const ids = file.read().map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(ids.at(-1)).toBe(23);
    expect(ids.length).toBeLessThanOrEqual(10);
    expect(readFileSync(path, 'utf8').length).toBeLessThan(2_000_000);
  });
});
