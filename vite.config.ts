import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { screenDocuments } from './engine/compile/vite-plugin.ts';
import { lighterRjsf } from './screens/form/lighter-rjsf.ts';

/** The scan for dependencies reads modules by itself; a screen is made of its document and depends on nothing of theirs. */
const screensAreMade = {
  name: 'cairn-screens-are-made',
  resolveId: (id: string) =>
    /\?(screen|shell|whole)$|\.(screen|shell|whole)\.js$/.test(id) ? { id, external: true } : undefined,
};

// A few files instead of five hundred: each is a request, and a page that asks for eighty of them is slow on any line and in any
// browser. Each takes along what it imports that nothing above it has; countries are only passed on and stay apart.
const chunks = [
  { name: 'countries', test: /[\\/]vocabulary[\\/]countries\.ts$/, priority: 10 },
  // What every page starts with, and what the first screen, signing in, adds to it.
  { name: 'main', test: /[\\/]src[\\/]main\.tsx$/, priority: 9 },
  {
    name: 'door',
    test: /[\\/](src[\\/]start[\\/]door\.tsx|machines[\\/]sign-in[\\/]flow\.ts|schemas[\\/]sign-in[\\/](\w+\.(screen|whole)\.js|flow\.json))$/,
    priority: 8,
  },
  // The public status page, so that a stranger fetches nothing of the console; the console shares what is in it.
  { name: 'status', test: /[\\/]src[\\/]pages[\\/]status[\\/]status-page\.tsx$/, priority: 7 },
  // The tables of the console's pages and flows: small, so that a page is fetched beside the frame and not after it.
  { name: 'routes', test: /[\\/]src[\\/](router[\\/]pages|flow[\\/]console-flows)\.ts$/, priority: 7 },
  // The frame of every page once somebody is signed in, and the calls that nobody makes before.
  {
    name: 'console',
    test: /[\\/](src[\\/](shell[\\/]console\.tsx|flow[\\/]flow-recorder\.ts)|api[\\/]all-calls\.gen\.ts)$/,
    priority: 6,
  },
  // What flows are drawn with beside what signing in has, and what other languages than English need.
  {
    name: 'steps',
    test: /[\\/](screens[\\/](form|step|shared|options)[\\/].*|src[\\/]flow[\\/][\w-]+|src[\\/]router[\\/]flow-page|src[\\/]words[\\/](other-words|word-list|flow-words|speak-flow)|engine[\\/](compile[\\/]spoken-screen|document[\\/](languages|pseudo|texts|translations)))\.tsx?$|[\\/]retrieveSchema\.js$/,
    priority: 5,
  },
  // One for each flow: its machine, its screens and their own parts; one for flows and forms that share most or are small.
  { name: flowOf, debugName: 'flows', priority: 4 },
  // What several pages share.
  { name: 'pages', minShareCount: 2, priority: 3 },
  // The small pages of the administration, whoever opens one of which opens others.
  {
    name: 'administration',
    test: /[\\/]src[\\/]pages[\\/](activities|api-keys|deletion|event-subscriptions|mail|notification-channels|organizations|servers|settings|technicians|text-messages|ticket-template)[\\/][\w-]+-page\.tsx$/,
    priority: 2,
  },
  // The library of scripts; discoveries and their scans.
  { name: 'scripts', test: /[\\/]src[\\/]pages[\\/]scripts[\\/][\w-]+-page\.tsx$/, priority: 2 },
  {
    name: 'policies',
    test: /[\\/]src[\\/]pages[\\/]policy[\\/](policies-page|policy-page|policy-editor|device-policy|device-override)\.tsx$/,
    priority: 2,
  },
  { name: 'discoveries', test: /[\\/]src[\\/]pages[\\/]network[\\/][\w-]+-page\.tsx$/, priority: 2 },
  // What is seldom wanted, with whatever nothing else needs.
  {
    name: 'gallery',
    test: /[\\/]src[\\/](gallery[\\/]gallery\.tsx|pages[\\/]studio[\\/]flow-texts\.ts)$/,
    priority: 2,
  },
  {
    name: 'preview',
    test: /[\\/](src[\\/]gallery[\\/]preview|engine[\\/]cases[\\/][\w-]+)\.ts$/,
    priority: 2,
  },
  { name: 'studio', test: /[\\/]src[\\/]pages[\\/](studio|workbench)[\\/][\w-]+-page\.tsx$/, priority: 2 },
  { name: 'plot', test: /[\\/]src[\\/]plot[\\/](series|share)-plot\.tsx$/, priority: 1 },
];

function flowOf(file: string): string | null {
  const flow =
    /[\\/]machines[\\/]shared[\\/](tested-form|tested-entity)\.ts$/.exec(file)?.[1] ??
    /[\\/](?:machines|schemas|screens)[\\/]([\w-]+)[\\/](?:[\w-]+\.(?:(?:screen|whole)\.js|tsx?)|flow\.json)$/.exec(
      file,
    )?.[1];
  if (flow === undefined || file.includes('node_modules')) return null;
  return `flow-${together[flow] ?? flow}`;
}

const together: Readonly<Record<string, string>> = {
  'network-discovery': 'discovery',
  'ad-hoc-discovery': 'discovery',
  'network-scan': 'discovery',
  shared: 'discovery',
  'vm-host': 'tested',
  'directory-discovery': 'tested',
  'tested-form': 'tested',
  'tested-entity': 'tested',
  'backup-job': 'tested',
  'managed-folder': 'tested',
  'run-script': 'forms',
  'install-automation': 'forms',
  'run-automation': 'forms',
  reboot: 'forms',
  alert: 'forms',
  mfa: 'totp',
  'security-key': 'totp',
  'text-messages': 'totp',
  // The part of its step for text messages, which few want.
  'sign-in': 'totp',
  deletion: 'forms',
  policy: 'forms',
  password: 'forms',
  webhook: 'forms',
  'status-page': 'forms',
  'monitor-dashboard': 'forms',
  'status-incident': 'forms',
};

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
  resolve: {
    // @xstate/react supports React 17 by way of a shim; React itself has the hook now.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      { find: /^use-sync-external-store\/shim\/with-selector$/, replacement: 'use-sync-external-store/with-selector' },
    ],
  },
  root: 'src',
  plugins: [react(), screenDocuments(), lighterRjsf(), doorBeside],
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
