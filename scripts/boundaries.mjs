// Runs dependency-cruiser over every folder that the arrows name, and proves that it saw them:
// a parser that no longer understands the sources would otherwise report "0 modules, no violations".
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folders = ['schemas', 'engine', 'machines', 'api', 'screens', 'src', 'server', 'agent', 'demo', 'tests'];

/** @returns {Promise<{ modules: number, dependencies: number, violations: string[] }>} */
export async function cruise(root) {
  const present = folders.filter((folder) => existsSync(join(root, folder)));
  const bin = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const text = await new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [bin, '--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...present],
      { cwd: root, maxBuffer: 1 << 28 },
      (error, stdout, stderr) =>
        stdout.startsWith('{') ? resolve(stdout) : reject(new Error(stderr || String(error))),
    );
  });
  const { modules, summary } = JSON.parse(text);
  const violations = summary.violations.map((found) => `${found.rule.name}: ${found.from} → ${found.to}`);
  for (const folder of present) {
    const sources = readdirSync(join(root, folder), { recursive: true }).filter((name) => /\.tsx?$/.test(String(name)));
    const seen = modules.filter((module) => module.source.startsWith(`${folder}/`)).length;
    if (sources.length > 0 && seen < sources.length * 0.9) {
      violations.push(`only ${seen} of ${sources.length} files of ${folder}/ were seen`);
    }
  }
  return { modules: modules.length, dependencies: summary.totalDependenciesCruised, violations };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { modules, dependencies, violations } = await cruise(process.cwd());
  for (const violation of violations) console.error(violation);
  console.log(`${modules} modules, ${dependencies} dependencies, ${violations.length} violations`);
  process.exitCode = violations.length > 0 ? 1 : 0;
}
