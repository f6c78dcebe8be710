import { createHash } from 'node:crypto';
import { asc, count, eq, gt } from 'drizzle-orm';
import type { Database, Queries } from '../database/database.ts';
import { audit, auditHead } from '../database/schema/audit.ts';
import { appUser } from '../database/schema/users.ts';
import type { Secrets } from '../secrets.ts';
import type { Anchor } from './anchor-file.ts';
import {
  BEGINNING,
  isSealed,
  organizationLine,
  plainHash,
  SEALED_ACTION,
  sealWith,
  type AuditRow,
  type HashRow,
} from './row-hash.ts';

export interface Verdict {
  rows: number;
  intact: boolean;
  firstBrokenId: number | null;
  /** Describes the problem and its place. */
  problem: string | null;
}

interface Options {
  /** Verifies the chain of an earlier version before it is sealed. */
  plain?: boolean;
  /** Heads that this server wrote outside the database. */
  anchors?: readonly Anchor[];
}

const BATCH = 1000;

class Broken extends Error {
  constructor(
    readonly id: number,
    words: string,
  ) {
    super(words);
  }
}

/** Verifies a snapshot of the trail, so that concurrent writes do not interfere. */
export async function verifyTrail(
  database: Database,
  secrets: Secrets,
  anchors: readonly Anchor[] = [],
): Promise<Verdict> {
  return database.transaction((tx) => verifyChain(tx, secrets, { anchors }), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

/** Recomputes the chain from its first row to its head, and compares it with the anchors. */
export async function verifyChain(db: Queries, secrets: Secrets, options: Options = {}): Promise<Verdict> {
  const walk = new Walk(sealWith(secrets), options);
  try {
    for (;;) {
      const batch = await db.select().from(audit).where(gt(audit.id, walk.id)).orderBy(asc(audit.id)).limit(BATCH);
      for (const row of batch) walk.take(row);
      if (batch.length < BATCH) break;
    }
    const [head] = await db.select().from(auditHead).where(eq(auditHead.id, 1));
    const [users] = await db.select({ count: count() }).from(appUser);
    walk.end(head ?? { lastId: 0, hash: BEGINNING }, (users?.count ?? 0) > 0);
    return { rows: walk.rows, intact: true, firstBrokenId: null, problem: null };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    return { rows: walk.rows, intact: false, firstBrokenId: error.id, problem: error.message };
  }
}

class Walk {
  rows = 0;
  id = 0;
  private hash = BEGINNING;
  private sealed = false;
  private readonly organizations = createHash('sha256');
  private readonly anchors: Map<number, Anchor>;

  constructor(
    private readonly seal: HashRow,
    private readonly options: Options,
  ) {
    this.anchors = new Map((options.anchors ?? []).map((anchor) => [anchor.id, anchor]));
  }

  take(row: AuditRow): void {
    const { hash, ...unhashed } = row;
    this.rows += 1;
    if (row.id !== this.id + 1)
      throw new Broken(row.id, `${describeGap(this.id + 1, row.id - 1)} before row ${row.id}.`);
    const sealed = isSealed(hash);
    if (this.sealed && !sealed) throw new Broken(row.id, `Row ${row.id} lacks the installation’s seal.`);
    if (row.prevHash !== this.hash) {
      throw new Broken(row.id, `Row ${row.id} does not follow row ${this.id}: one of them was replaced.`);
    }
    if (hash !== (sealed ? this.seal(unhashed) : plainHash(unhashed))) {
      throw new Broken(row.id, `Row ${row.id} was changed, or sealed without the installation’s key.`);
    }
    if (sealed && !this.sealed) this.requireTransition(row);
    if (!sealed) this.organizations.update(organizationLine(row));
    const anchor = this.anchors.get(row.id);
    if (anchor && anchor.hash !== hash) throw new Broken(row.id, otherThan(anchor));
    this.sealed = sealed;
    this.id = row.id;
    this.hash = hash;
  }

  end(head: { lastId: number; hash: string }, setUp: boolean): void {
    const next = this.id + 1;
    const latest = [...this.anchors.keys()].reduce((most, id) => Math.max(most, id), 0);
    const anchor = this.anchors.get(latest);
    if (anchor && latest > this.id) {
      throw new Broken(
        next,
        `The trail ends at row ${this.id}, but this server anchored row ${latest} on ${anchor.at}: rows were cut off, or the database is older than the anchor.`,
      );
    }
    if (head.lastId > this.id) {
      throw new Broken(
        next,
        `The trail ends at row ${this.id}, but its head names row ${head.lastId}: rows were cut off.`,
      );
    }
    if (head.lastId !== this.id || head.hash !== this.hash) {
      throw new Broken(
        Math.max(1, this.id),
        `The head of the trail names row ${head.lastId}, not its last row ${this.id}.`,
      );
    }
    if (this.id === 0 && setUp) throw new Broken(1, 'The trail is empty although the installation is set up.');
    if (this.id > 0 && !this.sealed && !this.options.plain) {
      throw new Broken(this.id, 'The trail does not carry the installation’s seal.');
    }
  }

  /** Unsealed rows of an earlier version may only come first, and one row seals them. */
  private requireTransition(row: AuditRow): void {
    if (this.id === 0) return;
    const { organizations, intact, problem } = row.detail ?? {};
    if (row.action !== SEALED_ACTION) throw new Broken(row.id, `Row ${row.id} does not seal the rows before it.`);
    if (intact !== true) throw new Broken(row.id, `The trail was broken before it was sealed: ${String(problem)}`);
    if (organizations !== this.organizations.digest('hex')) {
      throw new Broken(row.id, `The organization of a row before row ${row.id} was changed.`);
    }
  }
}

function describeGap(from: number, to: number): string {
  return from === to ? `Row ${from} is missing` : `Rows ${from} to ${to} are missing`;
}

function otherThan({ id, at }: Anchor): string {
  return `Row ${id} is not the row that this server anchored on ${at}: the trail was replaced by another one.`;
}
