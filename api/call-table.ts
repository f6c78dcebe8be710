import { calls } from './contract/catalogue.ts';

/** Generates `calls.gen.ts`: for each call its method, its path and whether it is safe to retry. */
export function callTable(): string {
  const lines = calls.map(([name, call]) => {
    const repeatable = call.method === 'GET' || call.idempotent === true;
    return `  ${name}: route('${call.method}', '${call.path}'${repeatable === (call.method === 'GET') ? '' : ', true'}),`;
  });
  return `// Made by \`npm run generate:calls\` from the call catalogue. The page imports this and only the types of the catalogue.
import type { Method } from './contract/call.ts';
import type { CallName } from './contract/catalogue.ts';

export interface CallRoute {
  method: Method;
  path: string;
  /** Idempotent, so the client may retry it after a lost reply. */
  repeatable: boolean;
}

// A call each, since the names of the keys would count more than a hundred times among the bytes of the first page.
const route = (method: Method, path: string, repeatable = method === 'GET'): CallRoute => ({ method, path, repeatable });

export const callRoutes: Record<CallName, CallRoute> = {
${lines.join('\n')}
};
`;
}
