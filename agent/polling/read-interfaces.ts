import snmpClient from 'net-snmp';
import {
  interfacesRead,
  mostInterfaces,
  type InterfacesRead,
  type NetworkInterface,
} from '#api/contract/agent-methods/interfaces.ts';
import { numberOf, textOf, valuesOf } from '../discovery/read-snmp.ts';
import { openSnmp, type SnmpSession, type Varbind } from '../discovery/snmp-session.ts';
import { oneAtATime } from './one-at-a-time.ts';

const ANSWER_MS = 2000;
/** Interfaces that are asked concurrently. */
const ASKED_AT_ONCE = 4;
const COUNTER32 = 2 ** 32 - 1;
const UP = 1;

/** ifTable and ifXTable (RFC 2863): a column and the ifIndex follow. */
const table = '1.3.6.1.2.1.2.2.1';
const extended = '1.3.6.1.2.1.31.1.1.1';
const operStatus = `${table}.8`;
/** ifDescr, ifSpeed, ifAdminStatus, ifOperStatus, ifInOctets, ifInErrors, ifOutOctets, ifOutErrors. */
const columns = [2, 5, 7, 8, 10, 14, 16, 20].map((column) => `${table}.${column}`);
/** ifName, ifHCInOctets, ifHCOutOctets, ifHighSpeed, ifAlias. */
const more = [1, 6, 10, 15, 18].map((column) => `${extended}.${column}`);

type Read = (request: InterfacesRead) => Promise<{ interfaces: NetworkInterface[] }>;

/** Reads the interfaces of one device at a time. Never writes to a device. */
export function createInterfaceReader(stopping: AbortSignal, port?: number): Read {
  const limits = { busy: 'This device is reading interfaces already', seconds: interfacesRead.seconds };
  return oneAtATime(stopping, limits, async ({ address, credential }, signal) => {
    const session = openSnmp(address, credential, {
      timeoutMs: ANSWER_MS,
      signal,
      ...(port !== undefined && { port }),
    });
    try {
      const waiting = await indexesOf(session);
      const interfaces: NetworkInterface[] = [];
      // SNMP v1 has no counters of 64 bits.
      const isWide = credential.credentialType !== 'SNMP_V1';
      const work = async (): Promise<void> => {
        for (let index = waiting.shift(); index !== undefined; index = waiting.shift())
          interfaces.push(await readInterface(session, index, isWide));
      };
      await Promise.all(Array.from({ length: ASKED_AT_ONCE }, work));
      return { interfaces: interfaces.toSorted((a, b) => a.index - b.index) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
      // The device did not answer every request: an incomplete table would remove interfaces that exist.
      return { interfaces: [] };
    } finally {
      session.close();
    }
  });
}

/** The indexes of the table. A faulty device may return the same rows forever, so an index that does not grow ends the walk. */
export async function indexesOf(session: Pick<SnmpSession, 'getNext'>): Promise<number[]> {
  const indexes: number[] = [];
  let at = operStatus;
  while (indexes.length < mostInterfaces) {
    const found = await session.getNext(at);
    if (!found || snmpClient.isVarbindError(found) || !found.oid.startsWith(`${operStatus}.`)) break;
    const index = Number(found.oid.slice(operStatus.length + 1));
    if (!Number.isInteger(index) || index <= (indexes.at(-1) ?? 0) || index >= 2 ** 31) break;
    indexes.push(index);
    at = found.oid;
  }
  return indexes;
}

async function readInterface(session: SnmpSession, index: number, isWide: boolean): Promise<NetworkInterface> {
  const at = (some: readonly string[]) => some.map((column) => `${column}.${index}`);
  const [description, speed, admin, oper, inOctets, inErrors, outOctets, outErrors] = await valuesOf(
    session,
    at(columns),
  );
  const [name, wideIn, wideOut, highSpeed, alias] = isWide ? await valuesOf(session, at(more)) : [];
  const wide = [counterOf(wideIn), counterOf(wideOut)];
  const has64 = wide[0] !== null && wide[1] !== null;
  return {
    index,
    name: textOf(name, 64) || textOf(description, 64) || String(index),
    alias: textOf(alias, 64),
    enabled: numberOf(admin, COUNTER32) === UP,
    up: numberOf(oper, COUNTER32) === UP,
    speed: numberOf(highSpeed, COUNTER32) || Math.floor(numberOf(speed, COUNTER32) / 1_000_000),
    wide: has64,
    inOctets: has64 ? (wide[0] ?? null) : counterOf(inOctets),
    outOctets: has64 ? (wide[1] ?? null) : counterOf(outOctets),
    inErrors: numberOf(inErrors, COUNTER32),
    outErrors: numberOf(outErrors, COUNTER32),
  };
}

/** A counter in decimal digits; `net-snmp` gives those of 64 bits as bytes. */
function counterOf(varbind: Varbind | undefined): string | null {
  if (varbind === undefined || snmpClient.isVarbindError(varbind)) return null;
  const { value } = varbind;
  if (Buffer.isBuffer(value)) return value.length === 0 || value.length > 9 ? null : decimal(value);
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 && number <= Number.MAX_SAFE_INTEGER ? String(number) : null;
}

function decimal(bytes: Buffer): string | null {
  const number = BigInt(`0x${bytes.toString('hex')}`);
  return number < 2n ** 64n ? String(number) : null;
}
