import { createServer, type RequestListener } from 'node:http';
import type { DemoNetwork } from '../network/running.ts';
import { isFailing } from './schedule.ts';

const MOST_LOGGED_BYTES = 64 * 1024;

/** The customer's websites: `/shop` fails every hour, `/booking` is slow, `/old` is always out of order. */
export function startWeb(at: { host: string; port: number }): Promise<DemoNetwork> {
  return serve(at, (request, response) => {
    request.resume();
    const page = request.url ?? '';
    const isDown = page.startsWith('/old') || (page.startsWith('/shop') && isFailing('shop', new Date()));
    if (isDown) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('Service unavailable');
      return;
    }
    const milliseconds = page.startsWith('/booking') ? 300 + Math.random() * 900 : 5 + Math.random() * 40;
    const send = () =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Northwind</title>In stock');
    const timer = setTimeout(send, milliseconds);
    response.once('close', () => clearTimeout(timer));
  });
}

/** Takes the messages of notification channels and passes on their first 64 KB. */
export function startReceiver(at: { host: string; port: number }, take: (text: string) => void): Promise<DemoNetwork> {
  return serve(at, (request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text = (text + chunk).slice(0, MOST_LOGGED_BYTES)));
    request.on('end', () => {
      take(text);
      response.writeHead(204).end();
    });
  });
}

function serve({ host, port }: { host: string; port: number }, answer: RequestListener): Promise<DemoNetwork> {
  const server = createServer(answer);
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () =>
      resolve({
        stop: () =>
          new Promise<void>((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      }),
    );
  });
}
