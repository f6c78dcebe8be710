import hashForSchema from '@rjsf/utils/lib/hashForSchema.js';
import type { CompiledScreen } from '../document/document.ts';
import { fieldOrder } from '../document/schema.ts';
import { withTexts, type DocumentText } from '../document/texts.ts';
import { compiledScreen } from './compiled-screen.ts';
import { formSchemaList } from './form-schemas.ts';

/**
 * A compiled screen with what `say` says in place of its texts, error messages among them. It validates as before, and it keeps its
 * version: a draft is the same in each language.
 */
export function spokenScreen(screen: CompiledScreen, say: (text: DocumentText) => string): CompiledScreen {
  const document = withTexts(screen.document, say);
  const { validators, root } = validatorsBy(screen, document.schema);
  const { validate: _, root: _root, ...parts } = screen;
  return compiledScreen({
    ...parts,
    document,
    order: fieldOrder(document),
    validators,
    ...(root !== undefined && { root }),
  });
}

/** rjsf finds a validator by a hash of its schema, and texts are part of what is hashed. */
function validatorsBy(
  { document: { schema }, validators, root }: CompiledScreen,
  said: CompiledScreen['document']['schema'],
): Pick<CompiledScreen, 'validators' | 'root'> {
  if (schema === undefined || said === undefined) return { validators };
  const after = formSchemaList(said);
  const found = formSchemaList(schema).flatMap((one, index) => {
    const check = validators[hashForSchema(one)];
    const other = after[index];
    return check === undefined || other === undefined ? [] : [[hashForSchema(other), check] as const];
  });
  const whole = root === undefined ? undefined : validators[root];
  const key = hashForSchema(said);
  return { validators: { ...Object.fromEntries(found), ...(whole && { [key]: whole }) }, ...(whole && { root: key }) };
}
