// Baseline of `upload`: @tus/server with its own store of files, in a separate process like the product's server.
// Takes the folder of the files; prints the URL at which uploads are announced.
import { createServer, type AddressInfo } from 'node:net';
import { FileStore } from '@tus/file-store';
import { Server } from '@tus/server';

const tus = new Server({ path: '/files', datastore: new FileStore({ directory: process.argv[2] ?? '.' }) });
const free = createServer();
free.listen(0, '127.0.0.1', () => {
  const { port } = free.address() as AddressInfo;
  free.close(() => tus.listen({ host: '127.0.0.1', port }, () => console.log(`http://127.0.0.1:${port}/files`)));
});
