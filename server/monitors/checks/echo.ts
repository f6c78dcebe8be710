import { parseFpingLine, parsePing, type Replies } from './ping-output.ts';
import { runProgram } from './run-program.ts';

/** Milliseconds between the packets to one address. */
const period = 200;
/** Checks that fall due together share one fping; they wait this long for each other. */
const gathering = 25;
/** What a program needs beyond the packets themselves. */
const slack = 1500;

interface EchoRequest {
  /** A checked address, never a name: so it cannot be an option, nor resolve to something else. */
  address: string;
  packets: number;
  /** For all packets together. */
  timeoutMs: number;
  /** Asks for the TTL. Versions of fping before 5.3 do not tell it: then each such check runs its own `ping`. */
  wantTtl: boolean;
  signal: AbortSignal;
}

/** ICMP echo by what the computer has: `fping` (many addresses in one process), else `ping`. */
export interface Echo {
  /** Undefined when this computer has neither program, or neither may send; `refused` when it may, but not to this address. */
  send(request: EchoRequest): Promise<Replies | 'refused' | undefined>;
}

/** Which programs this computer has. */
export interface Programs {
  fping: boolean;
  fpingTellsTtl: boolean;
  ping: boolean;
}

interface Batch {
  addresses: Map<string, ((replies: Replies | undefined) => void)[]>;
}

export function createEcho(find: () => Promise<Programs> = findPrograms): Echo {
  let programs: Promise<Programs> | undefined;
  const batches = new Map<string, Batch>();

  function gather(request: EchoRequest): Promise<Replies | undefined> {
    return new Promise((resolve) => {
      const key = `${request.packets} ${request.timeoutMs} ${request.wantTtl}`;
      let batch = batches.get(key);
      if (!batch) {
        batch = { addresses: new Map() };
        batches.set(key, batch);
        setTimeout(() => {
          batches.delete(key);
          if (batch) void runBatch(batch, request);
        }, gathering);
      }
      batch.addresses.set(request.address, [...(batch.addresses.get(request.address) ?? []), resolve]);
    });
  }

  async function runBatch({ addresses }: Batch, { packets, timeoutMs, wantTtl, signal }: EchoRequest): Promise<void> {
    const seen = new Map<string, (number | null)[]>();
    const ttls = new Map<string, number | null>();
    const answer = (address: string, replies: Replies | undefined) => {
      for (const resolve of addresses.get(address) ?? []) resolve(replies);
      addresses.delete(address);
    };
    // Each address is answered with its own last packet: one that stays silent does not hold up the others.
    const onLine = (line: string) => {
      const reply = parseFpingLine(line);
      if (!reply) return;
      const roundTrips = [...(seen.get(reply.address) ?? []), reply.roundTrip];
      seen.set(reply.address, roundTrips);
      ttls.set(reply.address, reply.ttl ?? ttls.get(reply.address) ?? null);
      if (roundTrips.length === packets) answer(reply.address, { roundTrips, ttl: ttls.get(reply.address) ?? null });
    };
    const wait = `${perPacket(timeoutMs, packets)}`;
    // -i: fping's own pause between two addresses, which would otherwise add up over a batch.
    // Asked for only where the version knows it.
    const ttlOption = wantTtl ? ['--print-ttl'] : [];
    const args = [
      ...ttlOption,
      '-C',
      `${packets}`,
      '-i',
      '1',
      '-p',
      `${period}`,
      '-t',
      wait,
      '-r',
      '0',
      '--',
      ...addresses.keys(),
    ];
    await runProgram('fping', args, timeoutMs + slack + addresses.size, { onLine, signal });
    for (const address of addresses.keys()) answer(address, undefined);
  }

  /** Whether this computer can ping at all, by an address that always answers. */
  async function pingsItself(): Promise<boolean> {
    const { code } = await runProgram('ping', pingArguments('127.0.0.1', 1, 1000), 1000 + slack);
    return code === 0;
  }

  async function single({
    address,
    packets,
    timeoutMs,
    signal,
  }: EchoRequest): Promise<Replies | 'refused' | undefined> {
    const args = pingArguments(address, packets, perPacket(timeoutMs, packets));
    const { code, text } = await runProgram('ping', args, timeoutMs + slack, { signal });
    const replies = parsePing(text, packets);
    // 0: answered, 1: silence. Anything else without an answer is a complaint of the program itself.
    const complained = code !== 0 && code !== 1 && code !== null && replies.roundTrips.every((each) => each === null);
    // A firewall of this computer: the program says so for each packet and ends as with silence.
    if (/sendmsg: operation not permitted/i.test(text) && replies.roundTrips.every((each) => each === null))
      return 'refused';
    if (!complained || /unreachable|100(\.0)?% packet loss/i.test(text)) return replies;
    return (await pingsItself()) ? 'refused' : undefined;
  }

  return {
    async send(request) {
      const { fping, fpingTellsTtl, ping } = await (programs ??= find());
      if (fping && !(request.wantTtl && ping && !fpingTellsTtl)) {
        const replies = await gather({ ...request, wantTtl: request.wantTtl && fpingTellsTtl });
        // Packets that came back without a TTL: `ping` tells it in any case.
        const lacksTtl = request.wantTtl && replies?.ttl === null && replies.roundTrips.some((each) => each !== null);
        if (!ping || (replies !== undefined && !lacksTtl)) return replies;
      }
      return ping ? single(request) : undefined;
    },
  };
}

function perPacket(timeoutMs: number, packets: number): number {
  return Math.max(100, timeoutMs - (packets - 1) * period);
}

function pingArguments(address: string, packets: number, wait: number): string[] {
  const family = address.includes(':') ? '-6' : '-4';
  const seconds = `${Math.max(1, Math.ceil(wait / 1000))}`;
  switch (process.platform) {
    case 'win32':
      return [family, '-n', `${packets}`, '-w', `${wait}`, address];
    case 'darwin':
      return ['-n', '-c', `${packets}`, '-i', '0.2', '-W', `${wait}`, '--', address];
    default:
      return ['-n', family, '-c', `${packets}`, '-i', '0.2', '-W', seconds, '--', address];
  }
}

/** Asks the programs themselves. */
export async function findPrograms(): Promise<Programs> {
  const [fping, ping] = await Promise.all([
    runProgram('fping', ['--help'], 5000),
    runProgram('ping', process.platform === 'win32' ? ['/?'] : ['-V'], 5000),
  ]);
  return { fping: fping.code === 0, fpingTellsTtl: fping.text.includes('--print-ttl'), ping: ping.code !== undefined };
}
