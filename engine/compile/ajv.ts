import { Ajv, _ } from 'ajv';
import { formats } from '../vocabulary/format-names.ts';
import { keywords } from '../vocabulary/keywords.ts';

interface Purpose {
  /** Writes modules that refer to the vocabulary's own, for pages without eval. */
  standalone?: boolean;
  /** Errors carry AJV's words and the schema that refused, for people who write documents. */
  forAuthors?: boolean;
}

/** AJV with the vocabulary. */
export function vocabularyAjv({ standalone = false, forAuthors = false }: Purpose = {}): Ajv {
  const ajv = new Ajv({
    allErrors: true,
    // Every word that a user reads comes from the document or from the vocabulary's table.
    messages: forAuthors,
    verbose: forAuthors,
    passContext: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
    validateFormats: true,
    addUsedSchema: false,
    ...(standalone && { code: { source: true, esm: true, lines: true, formats: _`require("cairn/formats")` } }),
  });
  ajv.removeKeyword('enum');
  for (const keyword of keywords) ajv.addKeyword(keyword);
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check);
  return ajv;
}
