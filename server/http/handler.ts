import type { BodyOf, ParamsOf, QueryOf, ReplyOf } from '#api/contract/call.ts';
import type { Catalogue, CallName } from '#api/contract/catalogue.ts';
import type { CallContext, OwnTransactions } from '../context.ts';

export interface CallInput<N extends CallName> {
  params: ParamsOf<Catalogue[N]>;
  query: QueryOf<Catalogue[N]>;
  body: BodyOf<Catalogue[N]>;
}

type ContextOf<C> = C extends { ownTransactions: true } ? OwnTransactions : CallContext;
export type Handler<N extends CallName> = (
  context: ContextOf<Catalogue[N]>,
  input: CallInput<N>,
) => Promise<ReplyOf<Catalogue[N]>>;
export type Handlers<N extends CallName> = { [K in N]: Handler<K> };
