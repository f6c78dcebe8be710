// Baseline of `api.read`: only Fastify and the query, in a separate process like the product's server.
// Takes the URL of the database; prints the URL of the route.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const server = Fastify();
server.get(
  '/client/list',
  async () => (await pool.query('select id, name from organization order by lower(name), id')).rows,
);
console.log(`${await server.listen({ port: 0, host: '127.0.0.1' })}/client/list`);
