import type { Pool } from 'pg';
import type { Database } from './database/database.ts';
import type { Settings } from './settings.ts';

/** What the handlers and the background work share; made once at start. Each area adds its own service here. */
export interface Services {
  settings: Settings;
  database: Database;
  pool: Pool;
}
