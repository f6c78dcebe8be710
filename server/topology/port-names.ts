/** An interface of a device that was read. */
export interface PortName {
  nodeId: number;
  port: number;
  name: string;
  mac: string;
}

export interface PortNames {
  /** Empty for an interface that the device does not list. */
  nameOf(nodeId: number, port: number): string;
  /** The name of the interface that another device calls so; that text where it is none. */
  called(nodeId: number, said: string): string;
  /** Whether another device means this interface. */
  isCalled(nodeId: number, port: number, said: string): boolean;
}

/** The interfaces of devices, as they name them themselves, and as their neighbours do: by name, short name, number or MAC address. */
export function createPortNames(rows: readonly PortName[]): PortNames {
  const byNode = new Map<number, PortName[]>();
  for (const row of rows) {
    const known = byNode.get(row.nodeId);
    if (known) known.push(row);
    else byNode.set(row.nodeId, [row]);
  }
  const portOf = (nodeId: number, port: number) => byNode.get(nodeId)?.find((row) => row.port === port);
  return {
    nameOf: (nodeId, port) => portOf(nodeId, port)?.name ?? '',
    called(nodeId, said) {
      const found = byNode.get(nodeId)?.filter((row) => isName(row, said)) ?? [];
      return found.length === 1 ? (found[0]?.name ?? said) : said;
    },
    isCalled(nodeId, port, said) {
      const row = portOf(nodeId, port);
      return row !== undefined && isName(row, said);
    },
  };
}

function isName({ port, name, mac }: PortName, said: string): boolean {
  if (said === '') return false;
  return said === mac || said === String(port) || shortPort(name) === shortPort(said);
}

/** `GigabitEthernet1/0/1` is `Gi1/0/1` in other tables: the first two letters and what follows the word. */
function shortPort(name: string): string {
  const said = name.toLowerCase();
  const letters = /^[a-z-]*/.exec(said)?.[0] ?? '';
  const numbers = said.slice(letters.length).trimStart();
  return numbers === '' ? letters : `${letters.slice(0, 2)}${numbers}`;
}
