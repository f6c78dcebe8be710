import { format } from 'prettier/standalone';
import * as babel from 'prettier/plugins/babel';
import * as estree from 'prettier/plugins/estree';

/** Lays a document out as those of `schemas/` are: by prettier, 120 characters wide. */
export function formatDocument(text: string): Promise<string> {
  return format(text, { parser: 'json', printWidth: 120, plugins: [babel, estree as never] });
}
