import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { Call, FileReply } from '#api/contract/call.ts';
import type { PermissionName } from '#api/contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { holds, isPermissionName } from '../access/permissions.ts';
import { contextOf, newPending } from './call-context.ts';
import { createTransaction, writeAudits } from './call-transaction.ts';
import { Refused } from '../refused.ts';
import { readIfMatch } from './if-match.ts';
import { storedReply, type OnceRequest } from '../replies/stored-replies.ts';
import { hashOfContent, readKey } from './idempotency.ts';
import type { Input, Served, Serving } from './served.ts';

export function changesSomething(call: Call): boolean {
  return call.method !== 'GET';
}

export async function serveCall(
  served: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  actor: Actor,
): Promise<unknown> {
  const { call, handler } = served;
  const input = { params: request.params, query: request.query, body: request.body };
  if (!changesSomething(call) || call.changesNothing) {
    const pending = newPending();
    const context = contextOf(served, request, reply, actor, served.services.database, pending);
    const answer = await handler(context, input);
    if (pending.audits.length > 0) {
      await served.services.database.transaction((tx) => writeAudits(tx, context, pending.audits));
    }
    for (const set of pending.cookies) set(reply);
    return call.file ? sendFile(reply, answer as FileReply) : answer;
  }
  const serving = { ...served, request, reply, actor, once: onceOf(served, request, actor) };
  return call.ownTransactions
    ? withOwnTransactions(serving, input)
    : createTransaction(serving)((context) => handler(context, input));
}

/** Reads the request's `Idempotency-Key` and hashes its content. @throws Refused `invalid_input` */
function onceOf({ name, call }: Served, request: FastifyRequest, actor: Actor): OnceRequest | undefined {
  const key = call.idempotent ? readKey(request.headers['idempotency-key']) : undefined;
  if (key === undefined) return undefined;
  const content = request.body ?? null;
  // The same body based on another revision is a different request.
  const revision = call.revised ? readIfMatch(request.headers['if-match']) : undefined;
  const hash = hashOfContent([request.method, request.url, content, ...(revision === undefined ? [] : [revision])]);
  return {
    userId: actor.kind === 'user' ? actor.userId : undefined,
    key,
    call: name,
    hash,
    maySee: (organizationIds) => organizationIds.every((id) => maySeeReply(actor, call, id)),
  };
}

/** Whether the actor still has the call's permission in the organization and may see its entities. */
function maySeeReply(actor: Actor, { permission }: Call, organizationId: number): boolean {
  // A device that enrols is not signed in; its token and its key authorize it.
  if (permission === 'public') return true;
  const holdsIn = (name: PermissionName) => holds(actor, name, organizationId);
  if (!isPermissionName(permission)) return holdsIn('ORGANIZATION:View');
  if (permission.startsWith('ORGANIZATION:')) return holdsIn(permission);
  if (permission.startsWith('NODE:') && !holdsIn(permission)) return false;
  return holdsIn('ORGANIZATION:View') && holdsIn('NODE:View');
}

async function withOwnTransactions(serving: Serving, input: Input): Promise<unknown> {
  const { handler, once, request, reply, actor } = serving;
  const { database, secrets } = serving.services;
  // Replay first: the handler's checks before its transaction must not refuse a request that already succeeded.
  const earlier = async () => once && (await storedReply(database, secrets, once));
  const before = await earlier();
  if (before) return before.reply;

  const pending = newPending();
  const {
    audit: _audit,
    announce: _announce,
    afterCommit: _after,
    ...context
  } = contextOf(serving, request, reply, actor, database, pending);
  const inTransaction = createTransaction(serving);
  const committed: unknown[] = [];
  try {
    const answer = await handler(
      {
        ...context,
        transaction: async (work) => {
          const result = await inTransaction(work);
          committed.push(result);
          return result;
        },
      },
      input,
    );
    if (once && (committed.length !== 1 || committed[0] !== answer))
      throw new Error(`${serving.name} is idempotent: it must make one transaction and answer what that answered`);
    for (const set of pending.cookies) set(reply);
    return answer;
  } catch (error) {
    // A concurrent duplicate of this request may have won the race.
    const meanwhile = error instanceof Refused && committed.length === 0 ? await earlier() : undefined;
    if (meanwhile) return meanwhile.reply;
    throw error;
  }
}

/** Streams the file, so that it is never completely in memory. */
function sendFile(reply: FastifyReply, { name, mediaType, text }: FileReply): Readable {
  reply.header('content-type', `${mediaType}; charset=utf-8`);
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from(text, { objectMode: false });
}
