import { RpcError, rpcCodes } from '#api/contract/json-rpc.ts';

/**
 * The arguments that a line of parameters says. Spaces separate them; what stands in single or double quotes is one part, as it is,
 * and a backslash before a double quote inside double quotes says the quote. Nothing else has a meaning: no shell reads the line.
 * @throws RpcError for a quote without its end
 */
export function splitArguments(line: string): string[] {
  const found: string[] = [];
  let current: string | undefined;
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (quote === '"' && character === '\\' && line.charAt(at + 1) === '"') {
      current = `${current ?? ''}"`;
      at += 1;
    } else if (quote !== '') {
      if (character === quote) quote = '';
      else current = `${current ?? ''}${character}`;
    } else if (character === '"' || character === "'") {
      quote = character;
      current ??= '';
    } else if (/\s/.test(character)) {
      if (current !== undefined) found.push(current);
      current = undefined;
    } else current = `${current ?? ''}${character}`;
  }
  if (quote !== '') throw new RpcError(rpcCodes.invalidParams, `The parameters have a ${quote} without its end`);
  return current === undefined ? found : [...found, current];
}
