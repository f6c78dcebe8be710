import type { Run } from '#api/contract/runs.ts';
import { until } from './monitor-world.ts';
import type { Visitor } from './visitor.ts';

const active = new Set(['queued', 'running']);

/** The run once it has ended. */
export function ended(who: Visitor, id: string, milliseconds = 60_000): Promise<Run> {
  return until(
    async () => (await who.get(`/run/${id}`)).body as unknown as Run,
    ({ state }) => !active.has(state),
    milliseconds,
  );
}

/** Starts the import of a checked file and waits for its end. Answers the report, refused rows first. */
export async function importToEnd(who: Visitor, importId: number): Promise<Record<string, unknown>> {
  const { status, body } = await who.post(`/cloudmonitor/import/${importId}/run`);
  if (status !== 200) throw new Error(`The import did not start: ${JSON.stringify(body)}`);
  const run = await ended(who, String(body['id']));
  if (run.state !== 'done') throw new Error(`The import ended as ${run.state}: ${JSON.stringify(run.refusal)}`);
  const refused = await who.get(`/cloudmonitor/import/${importId}?show=refused`);
  return (Number(refused.body['matching']) > 0 ? refused : await who.get(`/cloudmonitor/import/${importId}?show=all`))
    .body;
}
