import type { Pointer } from '../document/document.ts';
import { segmentsOf } from '../document/pointer.ts';
import { isSchema } from '../document/schema.ts';

/**
 * What stands at the pointers (items as `*`), in the shape in which it stands there; what is null or missing is left
 * out. With a manifest's `needs` it takes a stored thing apart into the answers of its screens, and puts a request together.
 */
export function askedOf(source: unknown, pointers: readonly Pointer[]): Record<string, unknown> {
  const picked = pick(
    source,
    pointers.map((pointer) => segmentsOf(pointer)),
  );
  return isSchema(picked) ? picked : {};
}

function pick(source: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(source)) {
    const inside = paths.filter(([name]) => name === '*').map(([, ...rest]) => rest);
    return inside.length === 0 ? source : source.map((item) => pick(item, inside));
  }
  if (!isSchema(source) || paths.some((path) => path.length === 0)) {
    const below = paths.filter((path) => path.length > 0);
    return below.length === 0 ? source : pick(source, below);
  }
  const names = new Set(paths.flatMap(([name]) => name ?? []));
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const held = source[name];
      if (held === undefined || held === null) return [];
      const below = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      return [[name, pick(held, below)] as const];
    }),
  );
}
