// Inside vitest: carries out `npm run paths -- --tier dom` and leaves what came of it for `in-simulated-page.ts`.
import { existsSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { walkFlows } from '../command.ts';
import type { Command } from '../walk-request.ts';
import type { Said } from './in-simulated-page.ts';
import { inDom, raiseStage, strikeStage } from './stage.ts';

const { PATHS_COMMAND: asked = '', PATHS_SAID: file = '' } = process.env;

beforeAll(raiseStage);
afterAll(strikeStage);

it('walks what the command asks for', { timeout: 7_200_000 }, async () => {
  const said = await walkFlows(JSON.parse(asked) as Command, inDom).then(
    (walked): Said => ({ walked }),
    (error: unknown): Said => ({ threw: error instanceof Error ? error.message : String(error) }),
  );
  writeFileSync(file, JSON.stringify(said));
  expect(existsSync(file)).toBe(true);
});
