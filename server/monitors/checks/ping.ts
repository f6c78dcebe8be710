import { parseHost } from '../../outbound/host.ts';
import { OutboundFailed } from '../../outbound/outbound-failed.ts';
import { resolveTarget } from '../../outbound/resolve.ts';
import { noDetail, type Check, type CheckError, type Outcome } from './check.ts';
import { createEcho, type Echo } from './echo.ts';
import { textOf } from './stored.ts';

const packets = 3;

/** ICMP echo requests (F08-12). It fails when none of its three packets comes back in time. */
export function createPing(echo: Echo = createEcho()): Check {
  return {
    fields: ['hostname'],
    secrets: {},
    target: (config) => textOf(config, 'hostname'),
    async run(config, { policy, timeoutMs, signal, wantAll, conditions }) {
      const startedAt = performance.now();
      let address: string | undefined;
      try {
        [address] = await resolveTarget(parseHost(textOf(config, 'hostname')), policy, timeoutMs);
      } catch (error) {
        if (error instanceof OutboundFailed) return failed(error.code, error.message, null);
        throw error;
      }
      if (address === undefined) return failed('dns_failed', 'The name has no address.', null);
      const left = Math.max(500, timeoutMs - (performance.now() - startedAt));
      // Checks share a process when their time-outs are alike: whole half seconds make them so.
      const replies = await echo.send({
        address,
        packets,
        timeoutMs: Math.floor(left / 500) * 500,
        wantTtl: wantAll === true || conditions.some(({ type }) => type === 'PingTTL'),
        signal,
      });
      if (signal.aborted) return failed('cancelled', 'The check was cancelled.', address);
      if (replies === undefined) {
        return failed(
          'not_available',
          'This server cannot send pings: neither fping nor ping is installed, or neither is allowed to.',
          address,
        );
      }
      if (replies === 'refused') {
        const detail = { ...noDetail, address, packetLoss: 100 };
        const message = `This computer may not send pings to ${address}.`;
        return {
          ok: false,
          responseTime: null,
          error: 'no_reply',
          message,
          statusCode: null,
          facts: { packetLoss: 100 },
          notes: { packetLoss: message, ttl: message },
          detail,
        };
      }
      const times = replies.roundTrips.filter((each) => each !== null);
      const packetLoss = Math.round(((packets - times.length) / packets) * 1000) / 10;
      const detail = { ...noDetail, address, packetLoss, ttl: replies.ttl };
      const facts = { packetLoss, ...(replies.ttl !== null && { ttl: replies.ttl }) };
      if (times.length === 0) {
        return {
          ok: false,
          responseTime: null,
          error: 'no_reply',
          message: `None of ${packets} packets came back.`,
          statusCode: null,
          facts,
          detail,
        };
      }
      const responseTime = Math.round((times.reduce((sum, each) => sum + each, 0) / times.length) * 1000) / 1000;
      const message =
        times.length === packets
          ? `All ${packets} packets came back.`
          : `${times.length} of ${packets} packets came back.`;
      return { ok: true, responseTime, error: null, message, statusCode: null, facts, detail };
    },
  };
}

function failed(error: CheckError, message: string, address: string | null): Outcome {
  return { ok: false, responseTime: null, error, message, statusCode: null, detail: { ...noDetail, address } };
}
