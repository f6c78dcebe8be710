// Starts the PostgreSQL that the test files of a run share, prints where it is, and stops it when the input closes.
import { once } from 'node:events';
import { runMigrations } from 'graphile-worker';
import { migrateDatabase } from '#server/database/migrate.ts';
import { startPostgres, type SharedPostgres } from './temporary-postgres.ts';

const postgres = await startPostgres();
try {
  const connectionString = await postgres.createEmptyDatabase();
  await migrateDatabase({ connectionString }, process.cwd());
  // Each server would migrate its job tables otherwise.
  await runMigrations({ connectionString });
  const shared: SharedPostgres = { url: postgres.url, template: new URL(connectionString).pathname.slice(1) };
  process.stdout.write(JSON.stringify(shared));
  process.stdin.resume();
  await once(process.stdin, 'end');
} finally {
  await postgres.dispose();
}
