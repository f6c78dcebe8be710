import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { withoutIndexes } from '#engine/document/pointer.ts';
import { isSchema, subschemas } from '#engine/document/schema.ts';

const known = new WeakMap<CompiledScreen, ReadonlySet<Pointer>>();

/** Lists whose items are plain values (items as `*`): one field with several values, no row of which could say anything. */
function listsOfValues(screen: CompiledScreen): ReadonlySet<Pointer> {
  const held = known.get(screen);
  if (held !== undefined) return held;
  const lists = new Set<Pointer>();
  for (const { schema, pointer } of subschemas(screen.document.schema)) {
    if (isSchema(schema.items) && schema.items.type !== 'object' && !schema.items.properties) lists.add(pointer);
  }
  known.set(screen, lists);
  return lists;
}

/** Where a person is told of what is wrong at the pointer: the field itself, or the list of which it is one value. */
export function tellingField(screen: CompiledScreen, pointer: Pointer): Pointer {
  const list = pointer.replace(/\/\d+$/, '');
  return list !== pointer && listsOfValues(screen).has(withoutIndexes(list)) ? list : pointer;
}
