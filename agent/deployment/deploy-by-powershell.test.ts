import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentDeploy } from '#api/contract/agent-methods/deployment.ts';
import { createDeployer } from './create-deployer.ts';

const request: AgentDeploy = {
  host: '127.0.0.1',
  username: 'EXAMPLE\\admin',
  password: "open ‘sesame' $(x)",
  server: 'https://cairn.example',
  token: 'a-token-of-twenty-letters',
  hostKey: '',
};

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'cairn-powershell-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A device with Windows whose PowerShell writes down what it gets and then runs this. Nothing listens on the port of SSH. */
function deployer(body: string) {
  const powerShell = join(folder, 'powershell');
  writeFileSync(
    powershellFile(),
    `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const { argv, env } = process;
writeFileSync(${JSON.stringify(join(folder, 'got.json'))}, JSON.stringify({ argv, env, input: readFileSync(0, 'utf8') }));
${body}`,
  );
  chmodSync(powerShell, 0o755);
  return createDeployer(new AbortController().signal, { platform: 'win32', powerShell, port: 1, milliseconds: 5000 });
}
const powershellFile = () => join(folder, 'powershell');

describe.skipIf(process.platform === 'win32')('deployment by PowerShell remoting', () => {
  it('passes the request beside the script (F04-15)', async () => {
    expect(await deployer("console.log('cairn:installed')")(request)).toEqual({
      code: 'installed',
      message: 'It starts with the computer',
      hostKey: '',
    });
    const { argv, env, input } = JSON.parse(readFileSync(join(folder, 'got.json'), 'utf8'));
    expect(argv.slice(2)).toEqual(['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-Command', '-']);
    expect(env).toMatchObject({
      CAIRN_DEPLOY_HOST: request.host,
      CAIRN_DEPLOY_USERNAME: request.username,
      CAIRN_DEPLOY_PASSWORD: request.password,
      CAIRN_DEPLOY_SERVER: request.server,
      CAIRN_DEPLOY_TOKEN: request.token,
    });
    expect(input).toMatch(/^[^\n]*Invoke-Command -Session[^\n]*\n$/);
    expect(input).not.toContain('sesame');
  });

  it.each([
    ['credential_refused', 'Access is denied.', 'credential_refused'],
    ['no_node', '', 'no_node'],
    ['name_unknown', 'No such computer', 'name_unknown'],
    ['', 'Access to the path is denied.', 'install_failed'],
  ])('reports cairn:%s with %j as %s', async (printed, stderr, code) => {
    const deploy = deployer(`console.error('${stderr} ' + process.env.CAIRN_DEPLOY_PASSWORD);
${printed && `console.log('cairn:${printed}')`}`);
    const { code: got, message } = await deploy(request);
    expect(got).toBe(code);
    expect(message).toContain(code === 'no_node' ? 'Node.js 20.19' : `${stderr} ***`);
  });

  it('tries SSH when WinRM does not answer (F04-15)', async () => {
    const deploy = deployer("console.error('WinRM cannot complete'); console.log('cairn:no_channel')");
    expect(await deploy(request)).toEqual({
      code: 'no_channel',
      message: 'Port 1 of 127.0.0.1 does not answer: ECONNREFUSED. WinRM cannot complete',
      hostKey: '',
    });
  });

  it('tries SSH when the device has no PowerShell', async () => {
    deployer('');
    rmSync(powershellFile());
    const options = { platform: 'win32', powerShell: powershellFile(), port: 1 } as const;
    const { message } = await createDeployer(new AbortController().signal, options)(request);
    expect(message).toMatch(/ECONNREFUSED\. This device has no PowerShell$/);
  });

  it('ends a PowerShell that prints without end', async () => {
    const deploy = deployer("const print = () => process.stdout.write('x'.repeat(65536), print); print();");
    expect(await deploy(request)).toMatchObject({ code: 'install_failed', message: 'The computer printed too much' });
  });
});
