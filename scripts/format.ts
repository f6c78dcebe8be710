import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, type FormatConfig } from 'oxfmt';

const options = JSON.parse(
  readFileSync(fileURLToPath(new URL('../.oxfmtrc.json', import.meta.url)), 'utf8'),
) as FormatConfig;

/**
 * Lays generated code out as `npm run format` would. `path` tells its language.
 * @throws Error where the text is not of that language
 */
export async function formatted(path: string, text: string): Promise<string> {
  const { code, errors } = await format(path, text, options);
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`);
  return code;
}
