import snmpClient from 'net-snmp';
import type { SnmpCredential, SnmpFacts } from '#api/contract/agent-methods/discovery.ts';
import { bounded } from '../inventory/bounded.ts';
import { openSnmp, type SnmpSession, type Varbind } from './snmp-session.ts';

/** SNMPv2-MIB (RFC 3418): sysDescr, sysObjectID, sysName and sysServices. */
const nameObject = '1.3.6.1.2.1.1.5.0';
const system = ['1.3.6.1.2.1.1.1.0', '1.3.6.1.2.1.1.2.0', nameObject, '1.3.6.1.2.1.1.7.0'];
const upTime = '1.3.6.1.2.1.1.3.0';
/** TimeTicks are hundredths of a second in 32 bits. */
const LONGEST_UP_TIME = 2 ** 32 - 1;
/** The rows of ENTITY-MIB (RFC 6933): a column and the index of a part follow. */
const part = '1.3.6.1.2.1.47.1.1.1.1';
const [partClass, firmwareRevision, softwareRevision, manufacturer, model] = [5, 9, 10, 12, 13];
const CHASSIS = 3;
/** Entries to search for the chassis, which is usually the first. */
const MOST_PARTS = 8;
/** Shortest timeout of a request: SNMP replies take longer than pings. */
const SHORTEST_MS = 1000;

interface Reading {
  timeoutMs: number;
  signal: AbortSignal;
  port?: number;
}

/** Reads a host by SNMP with the first credential that it accepts; null if it accepts none. Never writes. */
export async function readSnmp(
  address: string,
  credentials: readonly SnmpCredential[],
  { timeoutMs, ...reading }: Reading,
): Promise<SnmpFacts | null> {
  for (const [index, credential] of credentials.entries()) {
    const session = openSnmp(address, credential, { ...reading, timeoutMs: Math.max(SHORTEST_MS, timeoutMs) });
    try {
      const [description, objectId, name, services] = await valuesOf(session, system);
      return {
        credential: index + 1,
        description: textOf(description, 255),
        objectId: textOf(objectId, 255),
        name: textOf(name, 255),
        services: numberOf(services, 127),
        ...(await readChassis(session)),
      };
    } catch (error) {
      // A timeout, a rejected user or key, or a send error: the next credential may work.
      reading.signal.throwIfAborted();
      if (!(error instanceof Error)) throw error;
    } finally {
      session.close();
    }
  }
  return null;
}

/** sysName (RFC 3418); empty if the host has none. @throws what `openSnmp` throws when it does not answer the credential */
export async function readName(
  address: string,
  credential: SnmpCredential,
  { signal, ...reading }: Reading,
): Promise<string> {
  const session = openSnmp(address, credential, { signal, ...reading });
  try {
    const [name] = await session.get([nameObject]);
    return textOf(name, 255);
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  } finally {
    session.close();
  }
}

/** sysUpTime (RFC 3418) in seconds: undefined if the host does not answer the credential, null if it has no such object. */
export async function readUpTime(
  address: string,
  credential: SnmpCredential,
  { signal, ...reading }: Reading,
): Promise<number | null | undefined> {
  const session = openSnmp(address, credential, { signal, ...reading });
  try {
    const [value] = await session.get([upTime]);
    const hundredths = value && !snmpClient.isVarbindError(value) ? Number(value.value) : Number.NaN;
    return hundredths >= 0 && hundredths <= LONGEST_UP_TIME ? Math.floor(hundredths / 100) : null;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Error)) throw error;
    // An SNMP v1 agent without the object answered all the same.
    return isMissing(error) ? null : undefined;
  } finally {
    session.close();
  }
}

type Chassis = Pick<SnmpFacts, 'firmware' | 'manufacturer' | 'model'>;

/** Reads the chassis from ENTITY-MIB; fields are empty where the device has no such entry. */
async function readChassis(session: SnmpSession): Promise<Chassis> {
  const nothing = { firmware: '', manufacturer: '', model: '' };
  try {
    const index = await findChassis(session);
    if (index === undefined) return nothing;
    const columns = [firmwareRevision, softwareRevision, manufacturer, model];
    const values = await valuesOf(
      session,
      columns.map((column) => `${part}.${column}.${index}`),
    );
    const [firmware, software, maker, name] = values.map((value) => textOf(value, 100));
    return { firmware: firmware || software || '', manufacturer: maker ?? '', model: name ?? '' };
  } catch {
    // The host replied to the first request; the chassis is optional.
    return nothing;
  }
}

async function findChassis(session: SnmpSession): Promise<string | undefined> {
  const column = `${part}.${partClass}.`;
  let at = column.slice(0, -1);
  for (let count = 0; count < MOST_PARTS; count += 1) {
    const found = await session.getNext(at);
    if (!found || snmpClient.isVarbindError(found) || !found.oid.startsWith(column)) return undefined;
    if (Number(found.value) === CHASSIS) return found.oid.slice(column.length);
    at = found.oid;
  }
  return undefined;
}

/** Reads one value for each OID. An SNMP v1 agent rejects a request if one object is missing: then each OID is requested alone. */
export async function valuesOf(session: SnmpSession, oids: string[]): Promise<(Varbind | undefined)[]> {
  try {
    return await session.get(oids);
  } catch (error) {
    if (!isMissing(error) || oids.length === 1) throw error;
    const values: (Varbind | undefined)[] = [];
    for (const oid of oids)
      values.push(
        await session.get([oid]).then(
          ([value]) => value,
          (failure: unknown) => {
            if (isMissing(failure)) return undefined;
            throw failure;
          },
        ),
      );
    return values;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof snmpClient.RequestFailedError && error.status === snmpClient.ErrorStatus.NoSuchName;
}

/** A text of at most `length` characters; empty for a missing object. */
export function textOf(varbind: Varbind | undefined, length: number): string {
  if (varbind === undefined || snmpClient.isVarbindError(varbind)) return '';
  const { value } = varbind;
  return bounded(Buffer.isBuffer(value) ? value.toString('utf8') : String(value ?? ''), length);
}

/** A whole number up to `most`; 0 for another or a missing object. */
export function numberOf(varbind: Varbind | undefined, most: number): number {
  const number = varbind && !snmpClient.isVarbindError(varbind) ? Number(varbind.value) : 0;
  return Number.isInteger(number) && number >= 0 && number <= most ? number : 0;
}
