import type { FileReply } from '#api/contract/call.ts';
import { runTimeScreenModule } from '#engine/compile/screen-module.ts';
import type { CallContext } from '../context.ts';
import { runDocument } from './run-document.ts';
import { readRunnable } from './scripts.ts';

/** The screen of the flow `run-script` for one script, as the module that the page imports. @throws Refused `not_found` */
export async function readRunScreen(
  context: Pick<CallContext, 'db' | 'actor' | 'services' | 'now'>,
  id: number,
): Promise<FileReply> {
  const module = runTimeScreenModule('run-script', 'inputs', runDocument(await readRunnable(context, id)));
  async function* text(): AsyncGenerator<string> {
    yield module;
  }
  return { name: 'run-screen.js', mediaType: 'text/javascript', text: text() };
}
