import type { Static } from 'typebox';
import { monitorTransferCalls } from '#api/contract/monitor-transfer.ts';
import type { ScreenLibrary } from '#engine/compile/library.ts';
import { Refused } from '../../refused.ts';
import { requireAnswers } from '../../require-fields.ts';
import { bodyCheck } from '../../body-check.ts';
import type { Upload } from './judge-file.ts';

const schema = monitorTransferCalls.checkMonitorImport.body;
type Body = Static<typeof schema>;

/** The body of a check as the call would have read it. @throws Refused `invalid_input` */
export function readUpload(bytes: Uint8Array, screens: ScreenLibrary): Upload & { content: string } {
  const body = parse(bytes);
  bodyCheck(schema)(body);
  const { content, ...asked } = body as Body;
  requireAnswers(screens.check('monitor-import', 'file', body));
  // It is too long to name nothing but an earlier file.
  if (content === undefined) throw new Refused('invalid_input', { fields: { '/content': 'Choose a file' } });
  return { content, ...uploadOf(asked) };
}

export function uploadOf({ fileName = 'file', existing }: Pick<Body, 'fileName' | 'existing'>): Upload {
  return { fileName, existing: existing === 'SKIP' ? 'SKIP' : 'UPDATE' };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (cause) {
    throw new Refused('invalid_input', { cause, fields: { '/': 'Please send valid JSON' } });
  }
}
