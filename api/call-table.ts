import { calls } from './contract/catalogue.ts';

/**
 * Generates the tables of the client: for each call its method, its path and whether it is safe to retry. `first` is the calls that
 * the page makes before anybody has signed in; `all` is every call.
 */
export function callTable(which: 'first' | 'all'): string {
  const lines = calls
    .filter(([name, { permission }]) => which === 'all' || permission === 'public' || name === 'readSession')
    .map(([name, call]) => {
      const repeatable = call.method === 'GET' || call.idempotent === true;
      return `  ${name}: route('${call.method}', '${call.path}'${repeatable === (call.method === 'GET') ? '' : ', true'}),`;
    });
  return `// Made by \`npm run generate:calls\` from the call catalogue. The page imports this and only the types of the catalogue.
import { route, type CallRoute } from './call-route.ts';
import type { CallName } from './contract/catalogue.ts';

export const ${which}Calls: ${which === 'all' ? 'Record' : 'Partial<Record'}<CallName, CallRoute>${which === 'all' ? '' : '>'} = {
${lines.join('\n')}
};
`;
}
