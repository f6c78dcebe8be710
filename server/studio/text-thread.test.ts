// A text is judged beside the server, which goes on meanwhile.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScreenDocument } from '#engine/document/document.ts';
import { startTestServer, type TestServer } from '../../tests/server/harness.ts';
import type { Visitor } from '../../tests/server/visitor.ts';
import { createScreens, screenDocuments } from '../screens/screens.ts';
import { judgeText } from './screen-text.ts';
import { judgeTextApart } from './text-thread.ts';

const place = { flow: 'organization', screen: 'details' };
const shipped = readFileSync(join(screenDocuments, 'organization/details.json'), 'utf8');
const screens = createScreens();

/** Its patterns take all the time that patterns may take: 1 s. */
const hard = (() => {
  const document = JSON.parse(shipped) as ScreenDocument & { schema: { properties: Record<string, object> } };
  for (let index = 0; index < 200; index += 1)
    document.schema.properties[`f${index}`] = {
      type: 'string',
      pattern: `^(?:[ ().-]*\\d){6,14}[ ().-]*(?:[a-z]*${index})*$`,
    };
  return JSON.stringify(document, undefined, 2);
})();
const slow = /can take very long/;

let server: TestServer;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestServer({ logLevel: 'error' });
  admin = await server.signInAsAdmin();
});
afterAll(() => server.close());

/** The longest that the event loop stood still meanwhile, in milliseconds. */
async function longestHalt(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  await work();
  delay.disable();
  return delay.max / 1e6;
}

describe('while a hard document is judged', () => {
  it('the server answers others', async () => {
    const at = '/studio/screens/organization/details';
    const keep = async (text: string) =>
      (await admin.put(`${at}/edit`, { text, base: 0 })).body as unknown as { problems: { message: string }[] };
    // The thread is started and the server's own code is warm.
    await keep(`${shipped} `);
    const begun = performance.now();
    judgeText(screens, place, hard);
    const alone = performance.now() - begun;
    let problems: { message: string }[] = [];
    const kept = await longestHalt(async () => ({ problems } = await keep(hard)));
    expect(problems[0]?.message).toMatch(slow);
    const checked = await longestHalt(() => admin.post(`${at}/check`));
    const published = await longestHalt(() => admin.post(`${at}/version`, { note: '' }));
    for (const halt of [kept, checked, published]) expect(halt).toBeLessThan(alone / 2);
    await admin.delete(`${at}/edit`);
  });

  it('a text that takes too long is refused in words, and the next one is judged', async () => {
    const { problems, document } = await judgeTextApart(screens, place, hard, { longestMs: 50 });
    expect(document).toBeUndefined();
    expect(problems).toEqual([{ line: 1, column: 1, message: expect.stringMatching(/takes too long to check/) }]);
    expect(await judgeTextApart(screens, place, shipped)).toEqual(judgeText(screens, place, shipped));
  });

  it('the ninth text is not taken, unless it was published, and a change is kept all the same', async () => {
    const eight = Array.from({ length: 8 }, () => judgeTextApart(screens, place, shipped));
    await expect(judgeTextApart(screens, place, shipped)).rejects.toMatchObject({ code: 'screen_check_busy' });
    const patient = judgeTextApart(screens, place, shipped, { patient: true });
    const sound = await Promise.all([...eight, patient]);
    expect(sound.map(({ problems }) => problems)).toEqual(Array.from({ length: 9 }, () => []));

    const at = '/studio/screens/organization/details';
    const ahead = Array.from({ length: 8 }, () => judgeTextApart(screens, place, hard));
    const { body } = await admin.put(`${at}/edit`, { text: hard, base: 0 });
    expect(body).toMatchObject({
      problems: [{ line: 1, message: expect.stringMatching(/kept, but not checked yet/) }],
    });
    expect((await admin.get(at)).body).toMatchObject({ edit: { text: hard } });
    await Promise.all(ahead);
    await admin.delete(`${at}/edit`);
  });
});
