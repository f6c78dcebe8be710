import { temporaryPostgres } from '../server/temporary-postgres.ts';

/** Creates a separate database for one measurement. */
export async function temporaryDatabase(): Promise<{ url: string; dispose(): Promise<void> }> {
  const postgres = await temporaryPostgres();
  return { url: await postgres.createDatabase(), dispose: () => postgres.dispose() };
}
