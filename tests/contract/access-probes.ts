import { sql } from 'drizzle-orm';
import assert from 'node:assert/strict';
import type { Call } from '#api/contract/call.ts';
import { calls, type CallName } from '#api/contract/catalogue.ts';
import type { Pointer } from '#engine/document/document.ts';
import { pointerOf, segmentsOf } from '#engine/document/pointer.ts';
import { administrator, startTestServer, type TestServer } from '../server/harness.ts';
import { visitor, type Answer, type Visitor } from '../server/visitor.ts';
import { ended } from '../server/run-to-end.ts';
import { withoutAudit } from '../server/without-audit.ts';
import { digests } from './digests.ts';
import { fitting } from './samples.ts';
import { addPerson, everythingIn, makeSite, nowhere, usedPermissions, type Person, type Site } from './site.ts';
import { unknown, validCalls, type ValidCall, type ValidInput } from './valid-calls.ts';
import { wrongValues } from './wrong-calls.ts';

export type Asked = readonly [CallName, Call, ValidCall];
/** Every call that is one request. */
export const asked: Asked[] = calls
  .filter(([, call]) => !call.websocket)
  .map(([name, call]) => [name, call, validCalls[name]] as const);
const changes = (call: Call) => call.method !== 'GET' && !call.changesNothing;
const reaching = asked.filter(([, , { reach }]) => reach !== 'installation');
/** Calls that are not public, by what is asked of them. */
export const guarded = asked.filter(([, call]) => call.permission !== 'public');
/** Those of one permission after the other. */
export const permitted = guarded
  .filter(([, { permission }]) => permission !== 'session')
  .toSorted(([, one], [, other]) => one.permission.localeCompare(other.permission));
export const changing = reaching.filter(([, call]) => changes(call));
export const reading = reaching.filter(([, call]) => !changes(call));
export const administrative = asked.filter(
  ([, call, { reach, input }]) => reach === 'installation' && changes(call) && Object.keys(input(nowhere)).length > 0,
);
/** Calls whose address names an entity. */
export const identified = guarded.filter(([, , { input, ofState }]) => input(nowhere).params !== undefined && !ofState);
/** Calls whose body is judged beyond its shape. */
export const judged = asked.filter(([name]) => wrongValues[name] !== undefined);

export async function ask(who: Visitor, call: Call, { params = {}, query = {}, body }: ValidInput): Promise<Answer> {
  const path = call.path.replaceAll(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(String(params[name] ?? '999999')),
  );
  const search = new URLSearchParams(query).toString();
  const verb = call.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  const address = search === '' ? path : `${path}?${search}`;
  return verb === 'get' ? who.get(address) : who[verb](address, body ?? (call.body ? fitting(call.body) : undefined));
}

/** The body with another value at the pointer. */
function withValue(body: unknown, pointer: Pointer, value: unknown): unknown {
  const [name, ...rest] = segmentsOf(pointer);
  if (name === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as Record<string, unknown>;
  copy[name] = withValue(copy[name], pointerOf(rest), value);
  return copy;
}

const sideOf = ({ status, body }: Answer) => ({
  status,
  code: String(body.errorCode ?? ''),
  fields: Object.keys(body.fields ?? {}),
});

function refused(answer: Answer, status: number, code: string): void {
  const { status: found, code: said } = sideOf(answer);
  assert.deepEqual({ status: found, code: said }, { status, code });
}

/** Hashing the password takes longer than most calls, so it is not proved for each of them. */
const PROOF_MS = 60_000;

/** A server with its people, and what is asked of each call. Each probe throws at the first thing that is wrong. */
export class AccessProbes {
  server!: TestServer;
  private admin!: Visitor;
  private owner!: Person;
  private foreign!: Person;
  private seer!: Person;
  private single!: Person;
  private bare!: Person;
  /** The permission that `single` does not have. */
  private lacking: string | undefined;
  private disabled!: Visitor;
  private theirs!: Site;
  /** What calls that change nothing show. */
  private shown: Site | undefined;
  private sites = 0;
  private proved = Number.NEGATIVE_INFINITY;
  /** Told when the call itself is asked and has been: all else is preparation. */
  private readonly onAsk: (asking: boolean) => void;

  constructor(onAsk: (asking: boolean) => void = () => undefined) {
    this.onAsk = onAsk;
  }

  async open(): Promise<void> {
    this.server = await startTestServer({ logLevel: 'silent' });
    this.admin = await this.server.signInAsAdmin();
    this.owner = await addPerson(this.server, this.admin, 'Owner');
    this.foreign = await addPerson(this.server, this.admin, 'Foreign');
    this.seer = await addPerson(this.server, this.admin, 'Seer');
    this.single = await addPerson(this.server, this.admin, 'Single');
    this.bare = await addPerson(this.server, this.admin, 'Bare');
    await this.bare.may([]);
    const gone = await addPerson(this.server, this.admin, 'Gone');
    this.disabled = gone.who;
    await this.admin.put(`/appuser/${gone.id}`, {
      firstName: 'Gone',
      lastName: 'Hopper',
      email: 'gone@example.com',
      sysadmin: true,
      enabled: false,
    });
    await this.begin();
  }

  /** The other organization anew, whatever happened to the last one. */
  async begin(): Promise<void> {
    this.theirs = await this.freshSite();
    await this.foreign.may(everythingIn(this.theirs.clientId));
  }

  async refusesStrangers(call: Call): Promise<void> {
    const device = visitor(this.server.url, { authorization: `Agent ${this.theirs.deviceKey}` });
    for (const who of [this.server.visitor(), this.disabled, device])
      refused(await this.send(who, call, {}), 401, 'not_signed_in');
  }

  async refusesWithoutItsPermission(call: Call): Promise<void> {
    refused(await this.send(this.bare.who, call, {}), 403, 'forbidden');
    if (this.lacking !== call.permission)
      await this.single.may(
        usedPermissions
          .filter((permission) => permission !== call.permission)
          .map((permission) => ({ permission, entityId: null })),
      );
    this.lacking = call.permission;
    refused(await this.send(this.single.who, call, {}), 403, 'forbidden');
  }

  /** For a foreign user an entity of another organization is unknown, and nobody but its owner changes it. */
  async changesForItsOwnerAlone(call: Call, valid: ValidCall): Promise<void> {
    const site = await this.freshSite();
    const before = await this.stored();
    const asForeign = sideOf(await this.send(this.foreign.who, call, valid.input(site)));
    assert.deepEqual(
      asForeign,
      sideOf(await this.send(this.foreign.who, call, unknown(valid))),
      'foreign and unknown look the same',
    );
    // A change of many at once says how many it changed.
    const least = valid.input(site).params ? 400 : 200;
    assert.ok(asForeign.status >= least && asForeign.status < 500, `a foreign user gets ${asForeign.status}`);
    assert.deepEqual(await this.stored(), before, 'a foreign user changed nothing');
    if (valid.reach === 'organization') {
      // Sees the organization, and holds everything else elsewhere.
      await this.seer.may([
        ...everythingIn(this.theirs.clientId).filter(({ entityId }) => entityId !== null),
        { permission: 'ORGANIZATION:View', entityId: site.clientId },
        { permission: 'NODE:View', entityId: site.clientId },
      ]);
      const unmoved = await this.stored();
      await this.send(this.seer.who, call, valid.input(site));
      assert.deepEqual(await this.stored(), unmoved, 'who only sees it changed nothing');
    }
    if (valid.unaudited === undefined) return this.changesWithItsAuditRow(this.owner.who, call, valid, site);
    const { status, body } = await this.send(this.owner.who, call, valid.input(site));
    assert.equal(status, 200, JSON.stringify(body));
    assert.notDeepEqual(await this.stored(), before, 'the owner changed it');
  }

  async changesForAdministrators(call: Call, valid: ValidCall): Promise<void> {
    // A call that names no entity needs none of its own.
    const site = valid.input.length === 0 ? this.theirs : await this.freshSite();
    await this.provePassword();
    if (valid.unaudited === undefined) return this.changesWithItsAuditRow(this.admin, call, valid, site);
    const before = await this.stored();
    const { status, body } = await this.send(this.admin, call, valid.input(site));
    assert.equal(status, 200, JSON.stringify(body));
    assert.notDeepEqual(await this.stored(), before, 'it changed something');
  }

  /** What is not there is not found, even by an administrator, and nothing changes. */
  async findsNothingUnknown(call: Call, valid: ValidCall): Promise<void> {
    await this.provePassword();
    const before = await this.stored();
    refused(await this.send(this.admin, call, unknown(valid)), 404, 'not_found');
    assert.deepEqual(await this.stored(), before, 'nothing changed');
  }

  /** Each wrong value is refused at its field, even from an administrator, and nothing changes. */
  async refusesWrongValues(name: CallName, call: Call, valid: ValidCall): Promise<void> {
    await this.provePassword();
    const site = this.theirs;
    const before = await this.stored();
    for (const { at, value, field = at } of wrongValues[name]?.(site) ?? []) {
      const input = valid.input(site);
      const answer = await this.send(this.admin, call, { ...input, body: withValue(input.body, at, value) });
      const { status, code, fields } = sideOf(answer);
      const words = `${at} as ${JSON.stringify(value)}`;
      assert.deepEqual({ status, code, fields }, { status: 400, code: 'invalid_input', fields: [field] }, words);
    }
    assert.deepEqual(await this.stored(), before, 'nothing changed');
  }

  async showsItsOwnerAlone(name: CallName, call: Call, valid: ValidCall): Promise<void> {
    const site = this.shown ?? (await this.freshSite());
    this.shown = site;
    const input = valid.input(site);
    const mine = await this.send(this.owner.who, call, input);
    assert.equal(mine.status, 200, JSON.stringify(mine.body));
    const asForeign = await this.send(this.foreign.who, call, input);
    assert.ok(!JSON.stringify(asForeign.body).includes(site.marker), `a foreign user reads ${site.marker}`);
    assert.ok(asForeign.status < 500, `a foreign user gets ${asForeign.status}`);
    if (input.params || input.body)
      assert.deepEqual(
        sideOf(asForeign),
        sideOf(await this.send(this.foreign.who, call, unknown(valid))),
        'foreign and unknown look the same',
      );
    if (name !== 'exportMonitors' && input.params) assert.equal(asForeign.status, 404);
    await this.showsNothingByHalf(call, input, site);
  }

  /** Each of the two permissions that make a device or a monitor visible shows nothing of it without the other. */
  private async showsNothingByHalf(call: Call, input: ValidInput, { clientId, marker }: Site): Promise<void> {
    const theirs = everythingIn(this.theirs.clientId).filter(({ entityId }) => entityId !== null);
    const all = [...theirs, ...everythingIn(clientId)];
    for (const [missing, hidden] of [
      ['ORGANIZATION:View', [marker]],
      ['NODE:View', [`${marker} monitor`, `${marker} condition`, `${marker}-host`]],
    ] as const) {
      await this.seer.may(all.filter((one) => one.permission !== missing || one.entityId !== clientId));
      const said = JSON.stringify((await this.send(this.seer.who, call, input)).body);
      for (const words of hidden) assert.ok(!said.includes(words), `without ${missing} one reads ${words}`);
    }
  }

  private async send(who: Visitor, call: Call, input: ValidInput): Promise<Answer> {
    this.onAsk(true);
    try {
      return await ask(who, call, input);
    } finally {
      this.onAsk(false);
    }
  }

  /** A proof lasts for five minutes, and a busy machine takes longer for all of this. */
  private async provePassword(): Promise<void> {
    const now = performance.now();
    if (now - this.proved < PROOF_MS) return;
    await this.admin.post('/session/password', { password: administrator.password });
    this.proved = now;
  }

  private async freshSite(): Promise<Site> {
    await this.provePassword();
    // From now on the owner may see the new one alone.
    this.shown = undefined;
    return makeSite(this.server, this.admin, this.owner, `Marker${++this.sites}x`);
  }

  /** An answer that was kept for a retry is no change. */
  private async stored(): Promise<Record<string, string>> {
    const { idempotency: _, ...others } = await digests(this.server);
    return others;
  }

  /** The change and its audit row stand or fall together. */
  private async changesWithItsAuditRow(who: Visitor, call: Call, valid: ValidCall, site: Site): Promise<void> {
    const before = await this.stored();
    if (valid.refusedWith === undefined) {
      await withoutAudit(this.server, async () => {
        const { status } = await this.send(who, call, valid.input(site));
        assert.ok(status >= 500, `without its audit row it answers ${status}`);
      });
      assert.deepEqual(await this.stored(), before, 'nothing changed without its audit row');
    }
    const rows = await this.auditRows();
    const done = await this.send(who, call, valid.input(site));
    if (valid.refusedWith !== undefined) return assert.equal(done.body.errorCode, valid.refusedWith);
    assert.ok(done.status < 300, JSON.stringify(done.body));
    if (valid.startsRun) await ended(who, String(done.body.id));
    assert.equal((await this.auditRows()) - rows, valid.auditRows ?? 1, 'audit rows');
    if (!valid.onlyTold) assert.notDeepEqual(await this.stored(), before, 'it changed something');
  }

  private async auditRows(): Promise<number> {
    const { rows } = await this.server.services.database.execute<{ count: number }>(
      sql`select count(*)::int from audit`,
    );
    return Number(rows[0]?.count);
  }
}
