// The single executable `cairn-agent`: the agent and the commands to install it, in one file that needs no Node.
import { runModuleCommand } from '../own-program.ts';
import { runProgram } from '../run.ts';
import { withConfiguration } from './configuration.ts';
import { enrollComputer } from './enroll-command.ts';
import { enrollOptions } from './enroll-options.ts';
import { runModule } from './run-module.ts';

/** The build puts the version here. */
declare const AGENT_VERSION: string;

const usage = `cairn-agent ${AGENT_VERSION}

cairn-agent enroll --server URL --token TOKEN   makes this computer a device and starts the service
cairn-agent run                                 runs the agent with the settings of agent.conf and the environment
cairn-agent --version                           prints the version

CAIRN_AGENT_TOKEN may hold the token instead of --token.`;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main([command = 'run', ...rest]: string[]): Promise<number> {
  const environment = process.env;
  switch (command) {
    case 'run':
      return runProgram(withConfiguration(environment), AGENT_VERSION);
    case 'enroll': {
      const { server, token = environment['CAIRN_AGENT_TOKEN'] } = enrollOptions(rest);
      if (server === undefined || token === undefined) throw new Error(usage);
      return enrollComputer({ server, token }, { environment, version: AGENT_VERSION, say });
    }
    case runModuleCommand:
      // The module sees the arguments where Node puts them.
      process.argv.splice(1, 2);
      await runModule(rest[0] ?? '');
      return 0;
    case '--version':
      say(AGENT_VERSION);
      return 0;
    case '--help':
      say(usage);
      return 0;
    default:
      throw new Error(usage);
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  },
);
