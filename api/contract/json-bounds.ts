import type { TSchema } from 'typebox';

/** A bound that a JSON value exceeds, and where. */
export interface TooMuch {
  /** A JSON pointer, truncated if long. */
  pointer: string;
  message: string;
}

/** Maximum nesting depth of lists and objects. */
export const deepestJson = 64;
/** Maximum members of an object that its schema does not name. */
const mostStrangeMembers = 50;
const mostMembers = 1000;
const mostItems = 20_000;
const mostValues = 250_000;
const longestPointer = 200;

/** The parts of a JSON schema that bound the size of a value. */
type Shape = TSchema & {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
  readonly maxItems?: number;
  readonly additionalProperties?: unknown;
  readonly anyOf?: readonly Shape[];
};

interface Frame {
  keys: readonly string[] | undefined;
  value: Readonly<Record<string, unknown>> | readonly unknown[];
  shape: Shape | undefined;
  next: number;
}

/**
 * Finds lists and objects with too many members and values nested too deep, before a schema validates them. One pass without recursion that stops at the first problem, so its cost is linear in the value's bytes.
 */
export function findTooMuch(
  value: unknown,
  schema?: TSchema,
  /** Returns a message for an invalid text. */
  judgeText: (text: string) => string | undefined = () => undefined,
): TooMuch | undefined {
  const path: Frame[] = [];
  let values = 0;
  const at = (message: string): TooMuch => ({ pointer: pointerOf(path), message });
  /** Checks one value, and pushes a list or an object on the stack. */
  const enter = (inner: unknown, shape: Shape | undefined): TooMuch | undefined => {
    values += 1;
    if (values > mostValues) return at('Holds too many values');
    if (typeof inner === 'string') {
      const words = judgeText(inner);
      return words === undefined ? undefined : at(words);
    }
    if (inner === null || typeof inner !== 'object') return undefined;
    if (path.length >= deepestJson) return at(`Must not be nested deeper than ${deepestJson} levels`);
    const frame = frameOf(inner, shapeFor(inner, shape));
    const most = mostOf(frame);
    if ((frame.keys ?? (inner as unknown[])).length > most)
      return at(frame.keys ? `At most ${most} fields allowed` : `At most ${most} allowed`);
    path.push(frame);
    return undefined;
  };

  let found = enter(value, schema as Shape | undefined);
  while (found === undefined && path.length > 0) {
    const frame = path[path.length - 1] as Frame;
    const index = frame.next++;
    if (index >= (frame.keys ?? (frame.value as readonly unknown[])).length) path.pop();
    else found = enter(memberOf(frame, index), shapeOf(frame, index));
  }
  return found;
}

function frameOf(value: object, shape: Shape | undefined): Frame {
  const keys = Array.isArray(value) ? undefined : Object.keys(value);
  return { keys, value: value as Frame['value'], shape, next: 0 };
}

function memberOf({ keys, value }: Frame, index: number): unknown {
  return keys ? (value as Record<string, unknown>)[keys[index] as string] : (value as readonly unknown[])[index];
}

function shapeOf({ keys, shape }: Frame, index: number): Shape | undefined {
  const name = keys?.[index];
  return name === undefined
    ? shape?.items
    : shape?.properties && Object.hasOwn(shape.properties, name)
      ? shape.properties[name]
      : undefined;
}

/** Of several shapes, picks the one for a list or an object. */
function shapeFor(value: object, shape: Shape | undefined): Shape | undefined {
  const kind = Array.isArray(value) ? 'array' : 'object';
  const fitting = shape?.anyOf?.filter(({ type }) => type === kind);
  return fitting ? (fitting.length === 1 ? fitting[0] : undefined) : shape;
}

function mostOf({ keys, shape }: Frame): number {
  if (!keys) return shape?.maxItems ?? mostItems;
  const { properties, additionalProperties } = shape ?? {};
  return properties && additionalProperties === false
    ? Object.keys(properties).length + mostStrangeMembers
    : mostMembers;
}

function pointerOf(path: readonly Frame[]): string {
  let pointer = '';
  for (const { keys, next } of path) {
    const name = keys ? (keys[next - 1] ?? '') : String(next - 1);
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    if (pointer.length > longestPointer) return `${pointer.slice(0, longestPointer)}…`;
  }
  return pointer || '/';
}
