// Machines as they are with another text in one of the files that they are built of.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { withCustomFields, withoutCustomFields } from '#engine/document/custom-fields.ts';
import type { ScreenDocument } from '#engine/document/document.ts';
import type { FlowDefinition } from '#engine/flow/flow.ts';
import type { Sending } from '#engine/flow/sends.ts';

export const root = join(import.meta.dirname, '../../..');

/** What machines import of the project. Everything else of the copy is the project's own. */
const copied = ['machines', 'engine/flow', 'schemas'];

/**
 * Builds the machine of a flow anew, with another text in one file below `machines`, `engine/flow` or `schemas`. Views, drafts and
 * paths stay those of the project, so the text of a file that they read as well changes the machine alone.
 */
export async function buildFrom(
  flow: string,
  file: string,
  text: string,
  documents?: Readonly<Record<string, ScreenDocument>>,
): Promise<FlowDefinition> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-fault-'));
  try {
    cpSync(join(root, 'package.json'), join(folder, 'package.json'));
    mkdirSync(join(folder, 'engine'));
    const isTest = (name: string) => /\.test\.tsx?$/.test(name);
    for (const name of copied)
      cpSync(join(root, name), join(folder, name), { recursive: true, filter: (from) => !isTest(from) });
    for (const name of readdirSync(join(root, 'engine')))
      if (name !== 'flow') symlinkSync(join(root, 'engine', name), join(folder, 'engine', name));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    const load = async (path: string) =>
      ((await import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href)) as { default: unknown }).default;
    // Outside of Vite no plugin lists the custom fields; the machine reads the same object.
    const manifest = (await load(`schemas/${flow}/flow.json`)) as Sending;
    if (documents) Object.assign(manifest, withCustomFields(withoutCustomFields(manifest), documents));
    return (await load(`machines/${flow}/flow.ts`)) as FlowDefinition;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
