// The server's sources with faults behind switches, for `npm run bench -- server.faults` alone.
import { defineConfig } from 'vitest/config';
import { screenDocuments } from '../../../engine/compile/vite-plugin.ts';
import { plantedServer } from './switches.ts';

export default defineConfig({
  plugins: [screenDocuments(), plantedServer(process.cwd())],
  test: { include: ['tests/contract/faults/walk-probes.ts'], setupFiles: ['tests/end-of-file.ts'] },
});
