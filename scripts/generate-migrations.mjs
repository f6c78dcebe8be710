// Nothing is released yet, so the schema is one migration, made anew. After the first release: `drizzle-kit generate` adds the next one.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';

rmSync('server/database/migrations', { recursive: true, force: true });
execFileSync('npx', ['drizzle-kit', 'generate', '--name', 'ground'], { stdio: 'inherit' });
