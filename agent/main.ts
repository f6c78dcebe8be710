import packageJson from '../package.json' with { type: 'json' };
import { runProgram } from './run.ts';

process.exitCode = await runProgram(process.env, packageJson.version);
