import { expect, it } from 'vitest';
import { graphOf, matchesOf, type MapDevice, type Port } from './graph.ts';
import { labelsThatFit } from './labels.ts';
import { layoutOf, nextInDirection, radius } from './layout.ts';

const nobody = { nodeId: null, name: '', mac: '', address: '', vendor: '' };
const device = (nodeId: number, readAt: string | null = '2026-11-27T10:00:00.000Z'): MapDevice => ({
  nodeId,
  name: `device-${nodeId}`,
  nodeClass: 'NMS_SWITCH',
  isServer: false,
  status: { state: 'online', at: null },
  address: '',
  mac: '',
  vendor: '',
  locationName: 'Main',
  readAt,
});
const port = (nodeId: number, index: number, more: Partial<Port>): Port => ({
  nodeId,
  port: index,
  portName: `Gi${index}`,
  link: nodeId * 1000 + index,
  kind: 'address',
  key: `mac ${nodeId} ${index}`,
  station: nobody,
  remotePort: '',
  description: '',
  count: 1,
  members: [],
  knownBy: ['MAC'],
  firstSeenAt: '2026-11-27T10:00:00.000Z',
  lastSeenAt: '2026-11-27T10:00:00.000Z',
  ...more,
});
const to = (nodeId: number): Partial<Port> => ({
  kind: 'device',
  key: `device ${nodeId}`,
  station: { ...nobody, nodeId },
  knownBy: ['LLDP'],
});
const name = (count: number) => `${count} addresses`;

/** Two cores, switches at both of them, and leaves at each switch. */
function tree(switches: number, leaves: number) {
  const ids = Array.from({ length: switches }, (_, place) => place + 3);
  const devices = [1, 2, ...ids].map((id) => device(id));
  const ports = ids.flatMap((id) => [
    port(id, 1, to(1)),
    port(id, 2, to(2)),
    ...Array.from({ length: leaves }, (_, place) =>
      port(id, place + 3, { station: { ...nobody, address: `192.0.2.${place}` } }),
    ),
  ]);
  return graphOf({ devices, ports }, name);
}

it('draws one line between two devices however many cables and ends there are, and none from a device to itself', () => {
  const ports = [
    port(1, 1, { ...to(2), link: 7 }),
    port(2, 1, { ...to(1), link: 7, knownBy: ['MAC'] }),
    port(1, 2, { ...to(2), link: 8 }),
    port(1, 3, to(1)),
    port(1, 4, { kind: 'group', key: 'group 1 4', count: 9 }),
  ];
  const { nodes, edges } = graphOf({ devices: [device(1), device(2)], ports }, name);
  expect(edges).toEqual([
    { key: 'device 1|device 2', from: 'device 1', to: 'device 2', cables: 2, isNamed: true },
    { key: 'device 1|group 1 4', from: 'device 1', to: 'group 1 4', cables: 1, isNamed: false },
  ]);
  expect(nodes.map(({ label, links, isHub }) => [label, links, isHub])).toEqual([
    ['device-1', 3, true],
    ['device-2', 2, true],
    ['9 addresses', 1, false],
  ]);
});

it('finds by name, address, MAC address and vendor, also what stands in a group', () => {
  const member = { ...nobody, name: 'Camera', mac: '00:1b:21:00:00:07', vendor: 'Intel Corporate' };
  const graph = graphOf(
    { devices: [device(1)], ports: [port(1, 4, { kind: 'group', key: 'group', count: 2, members: [member] })] },
    name,
  );
  for (const text of ['camera', '21:00:00:07', ' INTEL '])
    expect([...(matchesOf(graph, text) ?? [])], text).toEqual(['group']);
  expect([...(matchesOf(graph, 'device-1') ?? [])]).toEqual(['device 1']);
  expect(matchesOf(graph, ' ')).toBeUndefined();
});

it('places the same graph at the same places, and no node on another', () => {
  const graph = tree(20, 13);
  const { places, box } = layoutOf(graph);
  expect([...layoutOf(graph).places]).toEqual([...places]);
  const all = [...places.values()];
  let nearest = Infinity;
  for (const [index, a] of all.entries())
    for (const b of all.slice(index + 1)) nearest = Math.min(nearest, Math.hypot(a.x - b.x, a.y - b.y));
  expect(nearest).toBeGreaterThan(2 * radius.leaf);
  expect(box.width).toBeGreaterThan(box.height);
});

it('lays out 300 devices in a fraction of a second', () => {
  const graph = tree(20, 14);
  expect(graph.nodes.length).toBeGreaterThanOrEqual(300);
  // Time of this process alone: the machine may be busy with others.
  const begun = process.cpuUsage();
  layoutOf(graph);
  const seconds = process.cpuUsage(begun).user / 1e6;
  expect(seconds).toBeLessThan(1.5);
});

it('shows no label over another, hubs first, more of them the closer one looks, and those that are wanted always', () => {
  const graph = tree(20, 13);
  const { places } = layoutOf(graph);
  const fit = (scale: number, first: string[] = []) => labelsThatFit(graph.nodes, places, scale, new Set(first));
  const [far, near] = [fit(0.4), fit(3)];
  expect(far.size).toBeLessThan(near.size);
  expect(far.has('device 1')).toBe(true);
  expect(near.size).toBe(graph.nodes.length);
  const hidden = graph.nodes.find(({ key }) => !far.has(key))?.key ?? '';
  expect(fit(0.4, [hidden]).has(hidden)).toBe(true);
});

it('leads from node to node by arrow keys, and nowhere at the edge', () => {
  const places = new Map([
    ['middle', { x: 0, y: 0 }],
    ['right', { x: 50, y: 10 }],
    ['far right', { x: 90, y: 0 }],
    ['up', { x: 5, y: -40 }],
  ]);
  const lead = (direction: 'left' | 'right' | 'up' | 'down') => nextInDirection(places, 'middle', direction);
  expect([lead('right'), lead('up'), lead('left'), lead('down')]).toEqual(['right', 'up', undefined, undefined]);
});
