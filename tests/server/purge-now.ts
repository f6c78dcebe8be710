import { sql } from 'drizzle-orm';
import { purgeStep } from '#server/deletion/purge.ts';
import type { TestServer } from './harness.ts';

/** Makes every deletion final. `steps`: ends before it is done, as a killed server does. */
export async function purgeNow({ services }: TestServer, steps = Infinity): Promise<void> {
  const { database, secrets, monitors } = services;
  await database.execute(sql`update deletion set purge_at = now() - interval '1 second'`);
  const alerts = { end: monitors.endAlerts };
  for (let step = 0; step < steps; step += 1) {
    if (!(await purgeStep({ database, secrets, alerts }, new Date()))) return;
  }
}
