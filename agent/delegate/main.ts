// The delegate: a program of one question. It says that it is ready, reads the question, and prints the answer.
import { text } from 'node:stream/consumers';
import { Value } from 'typebox/value';
import { HostQuestion } from '#api/contract/agent-methods/vm-host.ts';
import { answerQuestion } from './answer-question.ts';

process.stdout.write('ready\n');
const question = Value.Parse(HostQuestion, JSON.parse(await text(process.stdin)));
process.stdout.write(`${JSON.stringify(await answerQuestion(question))}\n`);
