import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '#api/contract/call.ts';
import type { CallName } from '#api/contract/catalogue.ts';
import type { Actor } from '../access/actor.ts';
import type { CallContext, OwnTransactions } from '../context.ts';
import type { Services } from '../services.ts';
import type { OnceRequest } from '../replies/stored-replies.ts';

export interface Input {
  params: unknown;
  query: unknown;
  body: unknown;
}
/** A handler without the types of its call; `Handlers` checks them against the catalogue. */
export type AnyHandler = (context: CallContext | OwnTransactions, input: Input) => Promise<unknown>;

/** A call and its handler. */
export interface Served {
  name: CallName;
  call: Call;
  handler: AnyHandler;
  services: Services;
  /** Send cookies only over TLS. */
  secure: boolean;
}

/** A request with everything needed to serve it. */
export interface Serving extends Served {
  request: FastifyRequest;
  reply: FastifyReply;
  actor: Actor;
  once: OnceRequest | undefined;
}
