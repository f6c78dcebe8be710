// The delegate handles one request: it prints `ready`, reads the request from standard input and prints the response.
import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import { HostRequest } from '#api/contract/agent-methods/vm-host.ts';
import { handleRequest } from './handle-request.ts';

process.stdout.write('ready\n');
const request = Value.Parse(HostRequest, JSON.parse(await text(process.stdin)));
process.stdout.write(`${JSON.stringify(await handleRequest(request))}\n`);
