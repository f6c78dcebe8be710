import type { JobProgress, Refusal } from '#engine/flow/flow.ts';
import { readChosenFile } from '#engine/vocabulary/chosen-file.ts';
import { invokesOf, type MachineEvent } from '../generator/move.ts';
import { settled, type Rig } from '../rig.ts';
import type { Desk } from './desk.ts';
import { ARRIVAL, type FlowPage } from './flow-page.ts';

interface Walker {
  desk: Desk;
  flowPage: FlowPage;
  rig: Rig;
  state(): string;
}

/** How long a page that still has the file may take to show that it sends it, in ms. */
const RESUMED = 1000;

/** As much of the file is sent as the path says; answers with what the model is to be told of it. */
export async function sendAsTold(
  { desk: { uploads }, flowPage, rig }: Walker,
  effect: string,
  event: MachineEvent,
): Promise<MachineEvent> {
  const { size = 0 } = (rig.pending(effect)?.input.body ?? {}) as { size?: number };
  const refusal = event['error'] as Refusal | undefined;
  if (event.type === 'job.progressed') {
    const told = await uploads.report(effect, size, event['progress'] as JobProgress);
    const { done } = told.progress;
    if (done > 0) await flowPage.root().locator(`progress[value="${done}"]`).waitFor({ timeout: ARRIVAL });
    return { ...event, ...told };
  }
  if (refusal === undefined) return { type: event.type, output: await uploads.finish(effect, size) };
  if (event.type === 'effect.retries') await uploads.lose(effect, size, refusal);
  else await uploads.refuse(effect, size, refusal);
  return event;
}

/**
 * A page that was loaded again does not have the file that it was sending, and asks for it: the model is told so. Answers
 * with how the page says it; `undefined` where the page has the file, or sends none. Throws when the page does not say it.
 */
export async function askedForFile(walker: Walker): Promise<Refusal | undefined> {
  const { desk, flowPage, rig } = walker;
  const [effect = ''] = invokesOf(rig.snapshot()).map((invoke) => invoke.effect);
  const call = rig.pending(effect);
  if (!desk.uploads.isUpload(effect) || call === undefined) return undefined;
  const sending = walker.state();
  if ((await flowPage.look({ state: sending, ms: RESUMED }))?.state === sending) return undefined;
  const goesOn = call.input.run === undefined ? '' : ' The upload goes on where it stopped.';
  const name = readChosenFile(call.input.file)?.name ?? '';
  const message = `Choose ${name} again: files are not kept while you are away.${goesOn}`;
  const refusal = { code: 'file_needed', message };
  call.refuse(refusal);
  await settled();
  const text = (await flowPage.look({ state: walker.state(), ms: ARRIVAL }))?.text;
  if (text?.includes(message) !== true) throw new Error(`loaded again, the page does not say "${message}"`);
  return refusal;
}
