import { calls } from './contract/catalogue.ts';

/** The text of `calls.gen.ts`: method, path and whether a repeated request does nothing twice, for each call. */
export function callTable(): string {
  const lines = calls.map(([name, call]) => {
    const repeatable = call.method === 'GET' || call.idempotent === true;
    return `  ${name}: { method: '${call.method}', path: '${call.path}', repeatable: ${repeatable} },`;
  });
  return `// Made by \`npm run generate:calls\` from the call catalogue. The page imports this and only the types of the catalogue.
import type { Method } from './contract/call.ts';
import type { CallName } from './contract/catalogue.ts';

export interface CallRoute {
  method: Method;
  path: string;
  /** Sent twice it does nothing twice, so a lost reply may be asked for again. */
  repeatable: boolean;
}

export const callRoutes: Record<CallName, CallRoute> = {
${lines.join('\n')}
};
`;
}
