import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const UNIT = 'cairn-agent.service';

/** Starts the service that the package installed, now and whenever the computer starts; returns the exit code. */
export function startService(environment: NodeJS.ProcessEnv, say: (line: string) => void): number {
  // The script for Windows makes its own, and the service reads no configuration elsewhere.
  if (process.platform === 'win32' || environment['CAIRN_AGENT_CONFIG']) return 0;
  if (!existsSync('/run/systemd/system') || spawnSync('systemctl', ['cat', UNIT]).status !== 0) {
    say('No systemd service runs the agent here. Start it with: cairn-agent run');
    return 0;
  }
  for (const action of ['enable', 'restart']) {
    const { status, stderr } = spawnSync('systemctl', ['--quiet', action, UNIT], { encoding: 'utf8' });
    if (status === 0) continue;
    say(`systemctl ${action} ${UNIT} failed: ${stderr.trim().slice(0, 500)}`);
    return 1;
  }
  say(`The service ${UNIT} runs.`);
  return 0;
}
