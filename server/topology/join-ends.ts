import type { NetworkPort } from '#api/contract/network-map.ts';
import type { Found } from './found.ts';
import type { PortNames } from './port-names.ts';

type Row = Found & { link: number };

/**
 * Numbers the links: two rows that are the ends of one cable get the same number. Two devices name each other's port, or have
 * but one row each for the other. A group with several switches in it is the other end of a link that one of them found, if
 * there is one.
 */
export function joinEnds(found: readonly Found[], { isCalled }: PortNames): NetworkPort[] {
  const rows: Row[] = found.map((row, index) => ({ ...row, link: index + 1 }));
  const leading = new Map<string, Row[]>();
  for (const row of rows) if (row.target) push(leading, `${row.nodeId} ${row.target.id}`, row);
  const isJoined = new Set<Row>();
  const join = (a: Row, b: Row) => {
    b.link = a.link;
    isJoined.add(a).add(b);
  };
  const back = (row: Row) => leading.get(`${row.target?.id} ${row.nodeId}`) ?? [];
  const isFree = (row: Row) => !isJoined.has(row);
  const means = (row: Row, other: Row) => isCalled(other.nodeId, other.port, row.said ?? '');
  for (const row of rows) {
    if (!row.target || row.target.id === row.nodeId || isJoined.has(row)) continue;
    const end = back(row).find((other) => isFree(other) && means(row, other) && means(other, row));
    if (end) join(row, end);
  }
  for (const row of rows) {
    if (!row.target || row.target.id === row.nodeId || isJoined.has(row)) continue;
    const here = (leading.get(`${row.nodeId} ${row.target.id}`) ?? []).filter(isFree);
    const there = back(row).filter(isFree);
    const [end] = there;
    if (here.length === 1 && there.length === 1 && end) join(row, end);
  }
  for (const group of rows) {
    if (!group.switches) continue;
    const near = group.switches.flatMap(({ id }) => (leading.get(`${id} ${group.nodeId}`) ?? []).filter(isFree));
    const [end] = near;
    if (near.length === 1 && end) leadTo(group, end, join);
  }
  withoutRepeats(rows, leading);
  const names = new Map(rows.map((row) => [`${row.nodeId} ${row.link}`, row.portName]));
  return rows.map(({ target, switches: _switches, said: _said, ...port }) => {
    const end = target && names.get(`${target.id} ${port.link}`);
    return { ...port, remotePort: port.remotePort || (end ?? '') };
  });
}

/** Makes a group the near end of a link that the device at the far end found. */
function leadTo(group: Row, end: Row, join: (a: Row, b: Row) => void): void {
  const target = group.switches?.find(({ id }) => id === end.nodeId);
  const station = group.members.find(({ nodeId }) => nodeId === end.nodeId);
  if (!target || !station) return;
  Object.assign(group, { target, kind: 'device', key: `device ${target.id}`, station, members: [] });
  join(end, group);
}

/** A device that named itself at a port is not another link where its address was learned as well: a trunk of several cables. */
function withoutRepeats(rows: readonly Row[], leading: ReadonlyMap<string, readonly Row[]>): void {
  for (const row of rows) {
    if (!row.target || row.knownBy[0] !== 'MAC') continue;
    const certain = leading.get(`${row.nodeId} ${row.target.id}`)?.find(({ knownBy }) => knownBy[0] !== 'MAC');
    if (certain) row.link = certain.link;
  }
}

function push(map: Map<string, Row[]>, key: string, row: Row): void {
  const known = map.get(key);
  if (known) known.push(row);
  else map.set(key, [row]);
}
