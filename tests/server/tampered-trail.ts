import type { Anchor } from '#server/audit/anchor-file.ts';
import { verifyChain, type Verdict } from '#server/audit/verify-chain.ts';
import type { Queries } from '#server/database/database.ts';
import type { TestServer } from './harness.ts';

/** Changes the trail by hand, verifies it, and takes the change back. */
export function tamperWith(server: TestServer) {
  return async (
    work: (tx: Queries) => Promise<unknown>,
    anchors: readonly Anchor[] = [],
  ): Promise<Verdict | undefined> => {
    let verdict: Verdict | undefined;
    await server.services.database
      .transaction(async (tx) => {
        await work(tx);
        verdict = await verifyChain(tx, server.services.secrets, { anchors });
        tx.rollback();
      })
      .catch(() => undefined);
    return verdict;
  };
}
