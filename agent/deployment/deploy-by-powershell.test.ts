import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AgentDeploy } from '#api/contract/agent-methods/deployment.ts';
import { createDeployer } from './create-deployer.ts';
import { createPreflight } from './create-preflight.ts';

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
function windows(body: string) {
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
  return { platform: 'win32', powerShell, port: 1, milliseconds: 5000 } as const;
}
const deployer = (body: string) => createDeployer(new AbortController().signal, windows(body));
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

describe.skipIf(process.platform === 'win32')('a check by PowerShell remoting', () => {
  const { server: _server, token: _token, ...login } = request;
  const check = (body: string) => createPreflight(new AbortController().signal, windows(body))(login);

  it('opens a session, and installs nothing (F04-15)', async () => {
    expect(await check("console.log('cairn:ready')")).toEqual({ code: 'ready', message: '', hostKey: '' });
    const { env, input } = JSON.parse(readFileSync(join(folder, 'got.json'), 'utf8'));
    expect(env).toMatchObject({ CAIRN_DEPLOY_HOST: request.host, CAIRN_DEPLOY_PASSWORD: request.password });
    expect(input).toMatch(/^[^\n]*New-PSSession[^\n]*Remove-PSSession[^\n]*\n$/);
    expect(input).not.toMatch(/Invoke-Command|sesame/);
  });

  it.each([
    ['credential_refused', 'credential_refused', 'Access is denied. ***'],
    ['name_unknown', 'name_unknown', 'Access is denied. ***'],
    // Neither the end of this script nor that of an installation is a check: SSH has the last word.
    ['installed', 'no_channel', expect.stringContaining('ECONNREFUSED. Access is denied. ***')],
    ['', 'no_channel', expect.stringContaining('ECONNREFUSED. Access is denied. ***')],
  ])('reads cairn:%s as %s', async (printed, code, message) => {
    const answer = await check(`console.error('Access is denied. ' + process.env.CAIRN_DEPLOY_PASSWORD);
${printed && `console.log('cairn:${printed}')`}`);
    expect(answer).toEqual({ code, message, hostKey: '' });
  });
});
