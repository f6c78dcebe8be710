import { temporaryPostgres } from '../server/temporary-postgres.ts';

/** A database of its own for one measurement. */
export async function temporaryDatabase(): Promise<{ url: string; dispose(): Promise<void> }> {
  const postgres = await temporaryPostgres();
  return { url: await postgres.createDatabase(), dispose: () => postgres.dispose() };
}
