import type { AgentMethod, AgentPart, SentParams } from '#api/contract/agent-methods/registry.ts';

interface Tools<M extends AgentMethod> {
  /** Aborts when the command is cancelled or takes too long. */
  readonly signal: AbortSignal;
  /** The latest progress replaces the one that was not sent yet. */
  progress(progress: AgentPart<M, 'progress'>): void;
  /** @throws RpcError when the item breaks the schema or the budget of the method. */
  item(item: AgentPart<M, 'item'>): void;
}

/** What a method may use while it runs; a signed one also gets the id that its signature covers. */
export type MethodContext<M extends AgentMethod> = Tools<M> &
  (M extends 'script.run' | 'installer.run' | 'application.run' | 'power.reboot' | 'backup.deleteData'
    ? { readonly commandId: string }
    : unknown);

/** The work of one method. */
export type MethodHandler<M extends AgentMethod> = (
  params: SentParams<M>,
  context: MethodContext<M>,
) => Promise<AgentPart<M, 'result'>>;

export type MethodHandlers = { readonly [M in AgentMethod]: MethodHandler<M> };
