// The agent as a network probe and as a domain controller whose computers are simulated by whoever started it: `probe-process.ts SETTINGS`.
import { runAgent } from '#agent/agent.ts';
import { readInventory } from '#agent/inventory/inventory.ts';

const { server, dataDirectory, token, computers } = JSON.parse(process.argv[2] ?? '{}') as Record<string, string>;

await runAgent({
  settings: {
    server: new URL(server ?? ''),
    dataDirectory: dataDirectory ?? '',
    token,
    supervised: false,
    scripts: false,
    reboot: undefined,
    patches: undefined,
    backupData: false,
    directory: new URL('ldap://127.0.0.1:9'),
  },
  version: '1.0.0',
  log: (line) => console.error(line),
  readInventory,
  signal: new AbortController().signal,
  pace: { first: 100, longest: 500 },
  async deploy(request) {
    const answer = await fetch(computers ?? '', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ host: request.host, token: request.token }),
    });
    return { code: answer.ok ? 'installed' : 'install_failed', message: '', hostKey: '' };
  },
});
