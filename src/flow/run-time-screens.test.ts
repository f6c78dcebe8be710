// @vitest-environment jsdom
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mockApi } from '#api/mock.ts';
import { screenOf } from '#engine/compile/library.ts';
import { runTimeScreenModule } from '#engine/compile/screen-module.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import '#tests/screens/jsdom-gaps.ts';
import './console-flows.ts';
import { loadFlow } from './registry.ts';
import { withRunTimeScreens, type ImportModule } from './run-time-screens.ts';

const asked: string[] = [];
let status = 200;
const server = setupServer(
  ...mockApi({ listPublishedScreens: () => [] }),
  http.get('*/api/scripting/scripts/7/run-screen', ({ request }) => {
    asked.push(request.url);
    return status === 200
      ? new HttpResponse(moduleText())
      : HttpResponse.json({ errorCode: 'not_found', errorMessage: 'There is no such script.' }, { status });
  }),
);
beforeAll(() => server.listen());
afterEach(() => {
  status = 200;
  asked.length = 0;
});
afterAll(() => server.close());

const document: ScreenDocument = {
  title: 'Run',
  schema: { type: 'object', properties: { days: { type: 'integer', maximum: 30 } }, required: ['days'] },
};
const moduleText = () => runTimeScreenModule('organization', 'details', document);

/** As a browser imports: it fetches the address and says nothing of a refusal. */
const load: ImportModule = async (url) => {
  const response = await fetch(url);
  if (!response.ok) throw new TypeError('Failed to fetch dynamically imported module');
  const text = Buffer.from(await response.text()).toString('base64');
  return (await import(/* @vite-ignore */ `data:text/javascript;base64,${text}`)) as Awaited<ReturnType<ImportModule>>;
};

async function withSample() {
  const loaded = await loadFlow('organization');
  const sample = screenOf('organization', 'details', { title: 'Sample', compiledBy: 'readRunScreen' });
  return { ...loaded, screens: { ...loaded.screens, details: sample } };
}

describe('a screen that is known only at run time', () => {
  it('takes the place of its sample when the flow is opened', async () => {
    const { screens } = await withRunTimeScreens(await withSample(), '7', load);
    expect(screens['details']?.document.title).toBe('Run');
    expect(screens['details']?.validate({ days: 31 }).map(({ pointer }) => pointer)).toEqual(['/days']);
    expect(screens['details']?.validate({ days: 30 })).toEqual([]);
  });

  it('is read again each time, since a browser keeps a module', async () => {
    await withRunTimeScreens(await withSample(), '7', load);
    await withRunTimeScreens(await withSample(), '7', load);
    expect(new Set(asked).size).toBe(2);
  });

  it('fails with what the server replied', async () => {
    status = 404;
    await expect(withRunTimeScreens(await withSample(), '7', load)).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such script.',
    });
  });

  it('is asked for by no flow without one', async () => {
    const none = vi.fn<ImportModule>();
    const loaded = await loadFlow('organization');
    expect(await withRunTimeScreens(loaded, '7', none)).toEqual(loaded);
    expect(none).not.toHaveBeenCalled();
  });
});
