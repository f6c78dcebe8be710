// An organization of the path's own, with what forms ask of one: two of each, so that nothing is chosen by itself.
import { callByApi } from '../../product/person.ts';
import type { Product } from '../../product/product.ts';
import { offsetText, quickZones } from '#src/format/zone.ts';
import type { Prepared } from './browser-case.ts';

export interface Named {
  id: number;
  name: string;
}

export interface OwnPlace {
  client: Named;
  locations: readonly [Named, Named];
  /** Adds something of the organization. */
  add(path: string, body: Record<string, unknown>): Promise<Record<string, unknown>>;
}

interface Desk {
  product: Product;
  cookie: string;
}

/** Paths call things 1, 2 and 3: nothing that is chosen has these ids. */
export const FIRST_IDS = 3;

let made = 0;
const begun = new WeakMap<Product, Promise<void>>();

/** `zone`: of the organization; the division's unless given. */
export async function ownPlace(desk: Desk, zone?: string): Promise<OwnPlace> {
  let beginning = begun.get(desk.product);
  if (beginning === undefined) {
    beginning = takeFirstIds(desk);
    begun.set(desk.product, beginning);
  }
  await beginning;
  return newPlace(desk, zone);
}

async function newPlace({ product, cookie }: Desk, timeZoneId?: string): Promise<OwnPlace> {
  made += 1;
  const name = `Path ${made}.`;
  const names = [`Main office ${made}`, `Warehouse ${made}`] as const;
  const add = (path: string, body: Record<string, unknown>) => callByApi(product, cookie, 'POST', path, body);
  const reply = await add('/client', {
    name,
    locations: names.map((one) => ({ name: one })),
    ...(timeZoneId !== undefined && { timeZoneId }),
  });
  const { id, locations } = reply['client'] as { id: number; locations: Named[] };
  const [first, second] = names.map((one) => locations.find((location) => location.name === one));
  if (first === undefined || second === undefined) throw new Error('the organization has other locations');
  return {
    client: { id, name },
    locations: [first, second],
    add: (path, body) => add(path, { clientId: id, ...body }),
  };
}

async function takeFirstIds(desk: Desk): Promise<void> {
  for (let left = FIRST_IDS; left > 0; left -= 1) {
    const place = await newPlace(desk);
    await twoCredentials(place, 'BASIC');
    const { token } = await place.add('/device/enrollment', { locationId: place.locations[0].id });
    await enrol(desk.product, String(token), 'used up');
  }
}

/** Computers of the place's first location, whose agents are not connected. */
export async function ownComputers(
  { product }: Pick<Desk, 'product'>,
  place: OwnPlace,
  hostNames: readonly string[],
  platform?: 'linux' | 'win32',
): Promise<Named[]> {
  const { token } = await place.add('/device/enrollment', {
    locationId: place.locations[0].id,
    uses: hostNames.length,
  });
  const computers: Named[] = [];
  for (const name of hostNames) computers.push({ id: await enrol(product, String(token), name, platform), name });
  return computers;
}

/** A computer comes in by the token; no agent is connected. Answers with the id of its device. */
export async function enrol(
  product: Product,
  token: string,
  hostName: string,
  platform: 'linux' | 'win32' = 'linux',
): Promise<number> {
  const body = { token, hostName, platform, isServer: false, agentVersion: '1.0.0' };
  const answer = await fetch(`${product.url}/api/agent/enroll`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the enrollment answered ${answer.status}: ${await answer.text()}`);
  return Number(((await answer.json()) as { nodeId: number }).nodeId);
}

/** Adds two credentials of a type. */
export async function twoCredentials(
  place: OwnPlace,
  credentialType: 'BASIC' | 'SNMP_V2C' | 'TELNET_SSH',
): Promise<[Named, Named]> {
  const secret = credentialType === 'SNMP_V2C' ? { community: 'public' } : { username: 'admin', password: 'secret' };
  const add = async (name: string): Promise<Named> => {
    const { credential } = await place.add('/credential', { name, credentialType, ...secret });
    return { id: (credential as { id: number }).id, name };
  };
  return [await add(`First ${credentialType}`), await add(`Second ${credentialType}`)];
}

/** What the time zones are called in a list, by their ids. */
export async function zoneNames({ product, cookie }: Desk): Promise<Map<unknown, string>> {
  const zones = (await callByApi(product, cookie, 'GET', '/timezone')) as unknown as {
    timeZoneId: string;
    name: string;
    offset: number;
  }[];
  const quick = new Map<string, string>(quickZones.map(({ id, name }) => [id, name]));
  const nameOf = ({ timeZoneId, name, offset }: (typeof zones)[number]) => {
    const known = quick.get(timeZoneId);
    return known === undefined ? name : `${known} (${offsetText(offset)})`;
  };
  return new Map(zones.map((zone) => [zone.timeZoneId, nameOf(zone)]));
}

/** The answers and words of forms that choose among these, by field: paths call them 1, 2 and 3. */
export function choices(fields: Readonly<Record<string, readonly Named[]>>): {
  answers(data: Record<string, unknown>): Record<string, unknown>;
  words: NonNullable<Prepared['words']>;
} {
  const idOf = (name: string, value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((one) => idOf(name, one));
    return typeof value === 'number' && value <= FIRST_IDS ? (fields[name]?.[value - 1]?.id ?? value) : value;
  };
  return {
    answers: (data) => Object.fromEntries(Object.entries(data).map(([name, value]) => [name, idOf(name, value)])),
    words: (pointer, value) => fields[pointer.split('/')[1] ?? '']?.find(({ id }) => id === value)?.name,
  };
}
