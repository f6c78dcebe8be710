import type { CompiledScreen, Pointer } from '#engine/document/document.ts';
import { segmentsOf, withoutIndexes } from '#engine/document/pointer.ts';
import { subschemas } from '#engine/document/schema.ts';

const known = new WeakMap<CompiledScreen, ReadonlyMap<Pointer, string>>();

/** Titles by pointer (items as `*`), those of conditional fields too. */
function titlesOf(screen: CompiledScreen): ReadonlyMap<Pointer, string> {
  const titles = known.get(screen) ?? new Map<Pointer, string>();
  if (known.has(screen)) return titles;
  for (const { schema, pointer } of subschemas(screen.document.schema)) {
    if (schema.title && !titles.has(pointer)) (titles as Map<Pointer, string>).set(pointer, schema.title);
  }
  known.set(screen, titles);
  return titles;
}

/** What a person calls the field at the pointer: "Monitor name", "Headers, row 2, Key". */
export function titleAt(screen: CompiledScreen, pointer: Pointer): string {
  const titles = titlesOf(screen);
  const segments = segmentsOf(pointer);
  return segments
    .map((segment, index) => {
      if (/^\d+$/.test(segment)) return `, row ${Number(segment) + 1}`;
      const place = withoutIndexes(`/${segments.slice(0, index + 1).join('/')}`);
      return `${index === 0 ? '' : ', '}${titles.get(place) ?? segment}`;
    })
    .join('');
}
