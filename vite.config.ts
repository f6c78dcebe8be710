import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screenDocuments } from './engine/compile/vite-plugin.ts';
import { withoutUris } from './screens/form/without-uris.ts';

/** The scan for dependencies reads modules by itself; a screen is made of its document and depends on nothing of theirs. */
const screensAreMade = {
  name: 'cairn-screens-are-made',
  resolveId: (id: string) => (/\?screen$|\.screen\.js$/.test(id) ? { id, external: true } : undefined),
};

export default defineConfig({
  root: 'src',
  plugins: [react(), screenDocuments(), withoutUris()],
  optimizeDeps: { rolldownOptions: { plugins: [screensAreMade] } },
  build: { outDir: '../dist/console', emptyOutDir: true, target: 'es2023' },
});
