import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { installCommands, isLoopback } from './install-commands.ts';

const enrollment = {
  token: 'a-token',
  uses: 1,
  expiresAt: '2026-11-28T00:00:00.000Z',
  serverUrl: 'https://cairn.example.com',
  programUrl: 'https://cairn.example.com/agent/cairn-agent.mjs',
  packages: [],
};
const [unix, windows, groupPolicy] = installCommands(enrollment, enrollment.programUrl);

it('fetches the agent and starts it with the server and the token', () => {
  expect(unix?.text).toBe(
    "curl -fsSL 'https://cairn.example.com/agent/cairn-agent.mjs' -o cairn-agent.mjs && " +
      "CAIRN_AGENT_SERVER='https://cairn.example.com' CAIRN_AGENT_TOKEN='a-token' node cairn-agent.mjs",
  );
  expect(windows?.text).toBe(
    "Invoke-WebRequest 'https://cairn.example.com/agent/cairn-agent.mjs' -UseBasicParsing -OutFile cairn-agent.mjs; " +
      "$env:CAIRN_AGENT_SERVER='https://cairn.example.com'; $env:CAIRN_AGENT_TOKEN='a-token'; node cairn-agent.mjs",
  );
});

it('makes the agent a task of the computer, once, by a start-up script of a group policy (F04-15)', () => {
  const lines = groupPolicy?.text.split('\n') ?? [];
  expect(lines[1]).toBe("if (Get-ScheduledTask 'Cairn Agent' -ErrorAction SilentlyContinue) { exit }");
  expect(lines).toContain(
    'Invoke-WebRequest \'https://cairn.example.com/agent/cairn-agent.mjs\' -UseBasicParsing -OutFile "$folder\\cairn-agent.mjs"',
  );
  expect(lines).toContain(
    '[IO.File]::WriteAllLines("$folder\\agent.env", ' +
      "[string[]]@('CAIRN_AGENT_SERVER=''https://cairn.example.com''', 'CAIRN_AGENT_TOKEN=''a-token'''))",
  );
});

it('leaves nothing of an address for the shell to run', () => {
  const address = `https://cairn.example.com/it's $(echo here)`;
  const [{ text } = { text: '' }] = installCommands({ ...enrollment, serverUrl: address }, address);
  const told = text.replace(/^curl .* && /, '').replace(/node cairn-agent\.mjs$/, 'printenv CAIRN_AGENT_SERVER');
  expect(execFileSync('/bin/sh', ['-c', told], { encoding: 'utf8' })).toBe(`${address}\n`);
});

it('knows addresses that reach no other computer', () => {
  const urls = ['http://127.0.0.1:7420', 'http://localhost:7420', 'http://[::1]:7420', 'http://10.0.0.4:7420'];
  expect(urls.map(isLoopback)).toEqual([true, true, true, false]);
});

it('installs the package that suits the computer and enrolls, where the server has packages', () => {
  const url = (architecture: string) => `https://cairn.example.com/agent/cairn-agent_${architecture}.deb`;
  const packages = (['amd64', 'arm64'] as const).map((architecture) => ({
    architecture,
    packageUrl: url(architecture),
  }));
  const [debian, ...others] = installCommands({ ...enrollment, packages }, enrollment.programUrl);
  expect(debian?.text).toBe(
    `curl -fsSL --retry 5 'https://cairn.example.com/agent/cairn-agent_'"$(dpkg --print-architecture)"'.deb' -o cairn-agent.deb && ` +
      'sudo apt-get install -y ./cairn-agent.deb && ' +
      "sudo cairn-agent enroll --server 'https://cairn.example.com' --token 'a-token'",
  );
  expect(others).toEqual([unix, windows, groupPolicy]);
});
