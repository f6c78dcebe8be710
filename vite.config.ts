import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { screenDocuments } from './engine/compile/vite-plugin.ts';
import { withoutUris } from './screens/form/without-uris.ts';

/** The scan for dependencies reads modules by itself; a screen is made of its document and depends on nothing of theirs. */
const screensAreMade = {
  name: 'cairn-screens-are-made',
  resolveId: (id: string) => (/\?screen$|\.screen\.js$/.test(id) ? { id, external: true } : undefined),
};

// Two files instead of thirty: what every page starts with, and what the first screen, signing in, adds to it. Each takes
// along what it imports, but for the countries, which it only passes on; the rest is split where it is imported when needed.
const chunks = [
  { name: 'countries', test: /[\\/]vocabulary[\\/]countries\.ts$/, priority: 3 },
  { name: 'main', test: /[\\/]src[\\/]main\.tsx$/, priority: 2 },
  {
    name: 'door',
    test: /[\\/](src[\\/]start[\\/]door\.tsx|machines[\\/]sign-in[\\/]flow\.ts|schemas[\\/]sign-in[\\/]\w+\.screen\.js)$/,
    priority: 1,
  },
];

/** The page names the files of the door and its font, so that they come beside its own script and not after it. */
const doorBeside: Plugin = {
  name: 'cairn-door-beside',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const files = Object.keys(bundle);
      const link = (pattern: RegExp, attrs: Record<string, string>) =>
        files
          .filter((file) => pattern.test(file))
          .map((file) => ({ tag: 'link', attrs: { ...attrs, crossorigin: '', href: `/${file}` } }));
      return [
        ...link(/\/door-[^/]*\.js$/, { rel: 'modulepreload' }),
        ...link(/\/door-[^/]*\.css$/, { rel: 'stylesheet' }),
        ...link(/\/inter-latin-wght[^/]*\.woff2$/, { rel: 'preload', as: 'font', type: 'font/woff2' }),
      ];
    },
  },
};

export default defineConfig({
  root: 'src',
  plugins: [react(), screenDocuments(), withoutUris(), doorBeside],
  optimizeDeps: { rolldownOptions: { plugins: [screensAreMade] } },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2023',
    rolldownOptions: {
      treeshake: { moduleSideEffects: [{ test: /[\\/]engine[\\/]/, sideEffects: false }] },
      output: { codeSplitting: { groups: chunks } },
    },
  },
});
