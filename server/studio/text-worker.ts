// The thread that judges texts in the place of documents, one after the other. See `text-thread.ts`.
import { parentPort } from 'node:worker_threads';
import { judgeTextAmong, type TextQuestion } from './screen-text.ts';

const port = parentPort;
if (!port) throw new Error('text-worker.ts runs as a worker thread');

port.on('message', (question: TextQuestion) => port.postMessage(judgeTextAmong(question), []));
