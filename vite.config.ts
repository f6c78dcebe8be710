import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { screenDocuments } from './engine/compile/vite-plugin.ts';

export default defineConfig({
  root: 'src',
  plugins: [react(), screenDocuments()],
  build: { outDir: '../dist/console', emptyOutDir: true, target: 'es2023' },
});
