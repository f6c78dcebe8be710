import { connect } from 'node:net';

const SSH = 22;
export const TELNET = 23;
/** Ports of hosts that answer a ping: management, mail, web, file and printer services. */
const PORTS = [SSH, TELNET, 25, 53, 80, 135, 139, 161, 389, 443, 445, 515, 554, 631, 902, 3389, 5060, 8080, 8443, 9100];
/** Ports of hosts that do not answer a ping: those that firewalls allow most often. */
const FEW_PORTS = [SSH, TELNET, 80, 443, 445, 3389];
/** A greeting is one short line (RFC 4253 §4.2). */
const GREETING_BYTES = 255;
const GREETING_MS = 1000;

export interface OpenPorts {
  ports: number[];
  /** The line by which the SSH server greets; empty without one. */
  sshGreeting: string;
}

/** Opens a TCP connection to each port and closes it at once. */
export async function findOpenPorts(
  host: string,
  { answersPing, timeoutMs, signal }: { answersPing: boolean; timeoutMs: number; signal: AbortSignal },
): Promise<OpenPorts> {
  const tried = await Promise.all(
    (answersPing ? PORTS : FEW_PORTS).map(async (port) => ({
      port,
      greeting: await greetingAt(host, port, timeoutMs, signal),
    })),
  );
  signal.throwIfAborted();
  const open = tried.filter(({ greeting }) => greeting !== undefined);
  const ssh = open.find(({ port }) => port === SSH)?.greeting ?? '';
  return { ports: open.map(({ port }) => port), sshGreeting: ssh.startsWith('SSH-') ? ssh : '' };
}

/** The first line of an SSH server, an empty text at any other open port, undefined at a closed one. */
function greetingAt(host: string, port: number, timeoutMs: number, signal: AbortSignal): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs, signal });
    let opened = false;
    let greeting = '';
    const settle = () => {
      socket.destroy();
      const [line = ''] = greeting.split(/\r?\n/);
      resolve(opened ? line : undefined);
    };
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
