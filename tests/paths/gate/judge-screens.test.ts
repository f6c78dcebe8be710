import { expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { documentsOf, loadFlow } from '../load.ts';
import { judgeScreens, withDocuments } from './judge-screens.ts';

async function judge(screen: string) {
  const loaded = await loadFlow('user');
  const document = structuredClone(documentsOf(loaded.screens)[screen]) as ScreenDocument;
  Object.assign(document.schema?.properties ?? {}, {
    reviewed: { type: 'boolean', title: 'Reviewed', default: false },
  });
  return judgeScreens(withDocuments(loaded, { [screen]: document }), () => undefined);
}

it('accepts a new field after one of another screen, though the machine has a copy of its manifest', async () => {
  expect(await judge('person')).toEqual([]);
  expect(await judge('permissions')).toEqual([]);
});
