// `npm run dev`: the page by vite with its changes shown at once, the server from its sources and started again on a change.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './prepare.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await ensureInstalled();
const dataDirectory = process.env.CAIRN_DATA ?? join(root, '.cache/dev-data');
mkdirSync(dataDirectory, { recursive: true });

const port = process.env.CAIRN_PORT ?? '7420';
const pagePort = 5173;
const server = spawn(
  process.execPath,
  [
    '--import',
    'tsx',
    '--watch-preserve-output',
    '--watch-path=server',
    '--watch-path=api',
    '--watch-path=engine',
    '--watch-path=schemas',
    'server/main.ts',
  ],
  {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      CAIRN_PORT: port,
      CAIRN_DATA: dataDirectory,
      CAIRN_GALLERY: 'true',
      CAIRN_PUBLIC_URL: `http://localhost:${pagePort}`,
      CAIRN_LOG_LEVEL: process.env.CAIRN_LOG_LEVEL ?? 'warn',
    },
  },
);

/** Half a minute at most: while the server starts again on a change, calls of the page wait for it. */
async function untilServerIsUp() {
  for (let tries = 0; tries < 150; tries += 1) {
    // A server that is ending may take the connection and not respond.
    const isUp = await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(1000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) return;
    await setTimeout(200);
  }
}

const { createServer } = await import('vite');
const page = await createServer({
  configFile: join(root, 'vite.config.ts'),
  plugins: [
    {
      name: 'wait-for-the-server',
      configureServer({ middlewares }) {
        middlewares.use('/api', (request, response, next) => void untilServerIsUp().then(() => next()));
      },
    },
  ],
  server: {
    port: pagePort,
    strictPort: true,
    proxy: { '/api': { target: `http://127.0.0.1:${port}`, ws: true, changeOrigin: false } },
  },
});
await page.listen();
page.printUrls();

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.kill(signal);
    void page.close().then(() => process.exit(0));
  });
}
server.on('exit', (code) => process.exit(code ?? 0));
