import { connect } from 'node:net';
import type { Limit } from './limit.ts';
import { onAbort } from './on-abort.ts';

const SSH = 22;
export const TELNET = 23;
/** The ports that firewalls allow most often. */
const FEW_PORTS = [SSH, TELNET, 80, 443, 445, 3389];
/** Further ports of hosts that answer a ping: management, mail, web, file and printer services. */
const MORE_PORTS = [25, 53, 389, 515, 554, 631, 902, 5060, 8080, 8443, 9100];
/** A greeting is one short line (RFC 4253 §4.2). */
const GREETING_BYTES = 255;
const GREETING_MS = 1000;

export interface OpenPorts {
  ports: number[];
  /** The line by which the SSH server greets; empty without one. */
  sshGreeting: string;
}

interface Options {
  /** Whether the host answers a ping; may not be known yet. */
  answersPing: boolean | Promise<boolean>;
  timeoutMs: number;
  signal: AbortSignal;
  /** Of the connections that are open at the same time. */
  limit?: Limit;
}

/** Opens a TCP connection to each port and closes it at once. @throws the reason of the signal when it aborts */
export async function findOpenPorts(host: string, options: Options): Promise<OpenPorts> {
  const tried = await Promise.all([
    tryPorts(host, FEW_PORTS, options),
    Promise.resolve(options.answersPing).then((answers) => (answers ? tryPorts(host, MORE_PORTS, options) : [])),
  ]);
  options.signal.throwIfAborted();
  const open = tried.flat();
  const ssh = open.find(({ port }) => port === SSH)?.greeting ?? '';
  return {
    ports: open.map(({ port }) => port).toSorted((a, b) => a - b),
    sshGreeting: ssh.startsWith('SSH-') ? ssh : '',
  };
}

/** The ports that are open, with what they greet by. */
async function tryPorts(
  host: string,
  ports: readonly number[],
  { timeoutMs, signal, limit = (work) => work() }: Options,
): Promise<{ port: number; greeting: string }[]> {
  const tried = await Promise.all(
    ports.map(async (port) => ({
      port,
      greeting: await limit(async () => greetingAt(host, port, timeoutMs, signal)),
    })),
  );
  return tried.flatMap(({ port, greeting }) => (greeting === undefined ? [] : [{ port, greeting }]));
}

/** The first line of an SSH server, an empty text at any other open port, undefined at a closed one. */
function greetingAt(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<string | undefined> {
  signal.throwIfAborted();
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    let opened = false;
    let greeting = '';
    const settle = () => {
      forget();
      socket.destroy();
      const [line = ''] = greeting.split(/\r?\n/);
      resolve(opened ? line : undefined);
    };
    const forget = onAbort(signal, settle);
    socket.once('connect', () => {
      opened = true;
      if (port !== SSH) return settle();
      socket.setTimeout(GREETING_MS);
    });
    socket.on('data', (data) => {
      greeting = (greeting + data.toString('latin1')).slice(0, GREETING_BYTES);
      if (greeting.includes('\n') || greeting.length === GREETING_BYTES) settle();
    });
    socket.once('timeout', settle);
    socket.once('end', settle);
    socket.once('error', settle);
  });
}
