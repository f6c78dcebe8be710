import type { TestServer } from './harness.ts';
import { refusingWrites } from './refused-writes.ts';

/** Makes the audit trail refuse its next rows. */
export function withoutAudit(server: TestServer, work: () => Promise<void>): Promise<void> {
  return refusingWrites(server.services.database, { table: 'audit', event: 'insert' }, work);
}
