import { request as plainRequest, type RequestOptions } from 'node:http';
import { request as secureRequest } from 'node:https';
import type { Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { agentCalls } from '#api/contract/agent.ts';
import { Refusal } from '#api/contract/shapes.ts';

export type EnrollOutcome =
  | { kind: 'enrolled'; nodeId: number; key: string; commandKey: string }
  /** The server refuses; `code` is one of the call's error codes. */
  | { kind: 'refused'; code: string; message: string }
  /** No usable answer: the server is away, or something else answers at its address. */
  | { kind: 'unreachable'; message: string };

const reply = Compile(agentCalls.enrollAgent.reply);
const refusal = Compile(Refusal);
const LARGEST_REPLY = 64 * 1024;
const TIMEOUT = 15_000;

/** Trades the token for a key; `idempotencyKey` makes a repetition after a lost reply harmless. */
export async function enroll(
  server: URL,
  body: Static<typeof agentCalls.enrollAgent.body>,
  idempotencyKey: string,
  signal: AbortSignal,
): Promise<EnrollOutcome> {
  let answer: unknown;
  try {
    answer = await postJson(new URL('/api/agent/enroll', server), body, { 'idempotency-key': idempotencyKey }, signal);
  } catch (error) {
    return { kind: 'unreachable', message: error instanceof Error ? error.message : String(error) };
  }
  if (reply.Check(answer))
    return { kind: 'enrolled', nodeId: answer.nodeId, key: answer.key, commandKey: answer.commandKey };
  if (refusal.Check(answer)) return { kind: 'refused', code: answer.errorCode, message: answer.errorMessage };
  return { kind: 'unreachable', message: 'the answer is not one of a Cairn server' };
}

function postJson(url: URL, body: unknown, headers: Record<string, string>, signal: AbortSignal): Promise<unknown> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT)]),
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? secureRequest : plainRequest)(url, options, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > LARGEST_REPLY) response.destroy(new Error('the answer is too large'));
        else chunks.push(chunk);
      });
      response.once('error', reject);
      response.once('end', () => {
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        } catch {
          reject(new Error(`the answer (status ${response.statusCode}) is not JSON`));
        }
      });
    });
    request.once('error', reject);
    request.end(JSON.stringify(body));
  });
}
