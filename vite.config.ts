import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screenDocuments } from './engine/compile/vite-plugin.ts';
import { withoutUris } from './screens/form/without-uris.ts';

export default defineConfig({
  root: 'src',
  plugins: [react(), screenDocuments(), withoutUris()],
  build: { outDir: '../dist/console', emptyOutDir: true, target: 'es2023' },
});
