import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** What the build is made of, and what the server reads beside it. */
const copied = [
  'agent',
  'api',
  'engine',
  'machines',
  'schemas',
  'screens',
  'scripts',
  'server',
  'src',
  // The gate of the Studio walks the generated paths.
  'tests',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
];

export interface PlantedProject extends Disposable {
  folder: string;
}

/** A built copy of the project with changes of files, as somebody makes them who has no developer. */
export function buildPlanted(changes: Readonly<Record<string, (text: string) => string>>): PlantedProject {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-planted-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    for (const part of copied) cpSync(join(root, part), join(folder, part), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [file, change] of Object.entries(changes)) {
      const path = join(folder, file);
      const text = readFileSync(path, 'utf8');
      const changed = change(text);
      if (changed === text) throw new Error(`${file} is as it was`);
      writeFileSync(path, changed);
    }
    const built = spawnSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, encoding: 'utf8' });
    if (built.status !== 0) throw new Error(`the build failed: ${built.stdout}${built.stderr}`);
  } catch (error) {
    remove();
    throw error;
  }
  return { folder, [Symbol.dispose]: remove };
}
