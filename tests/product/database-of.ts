import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { passwordFile } from '#server/database/embedded/password.ts';
import type { Product } from './product.ts';

/** A connection to the database of a product that runs here. */
export async function connectTo({ dataDirectory }: Pick<Product, 'dataDirectory'>): Promise<pg.Client> {
  const client = new pg.Client({
    host: join(dataDirectory, 'socket'),
    user: 'cairn',
    password: readFileSync(passwordFile(dataDirectory), 'utf8').trim(),
    database: 'postgres',
  });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
