import { PagedResultsControl } from 'ldapts';
import { NotBer, readElements, readNumber, type Element } from './ber.ts';

/** An object of the directory. Attribute names are in lower case. */
export interface Entry {
  readonly path: string;
  readonly attributes: ReadonlyMap<string, readonly Buffer[]>;
}

/** How an operation ended (RFC 4511 §4.1.9). */
export interface Outcome {
  readonly resultCode: number;
  readonly message: string;
  /** Where the next page begins; empty at the last page. */
  readonly cookie: Buffer;
}

export type Message =
  | { readonly id: number; readonly kind: 'entry'; readonly entry: Entry }
  | { readonly id: number; readonly kind: 'reference' }
  | { readonly id: number; readonly kind: 'outcome'; readonly outcome: Outcome };

const SEQUENCE = 0x30;
const CONTROLS = 0xa0;
const SEARCH_ENTRY = 0x64;
const SEARCH_REFERENCE = 0x73;
/** Responses to bind, search and extended requests. */
const outcomes: ReadonlySet<number> = new Set([0x61, 0x65, 0x78]);

/**
 * Reads one message of a server. The parser of `ldapts` loops without end on a message that is cut off, so the agent has its own.
 * @throws NotBer
 */
export function readMessage(bytes: Buffer): Message {
  const [id, operation, controls] = partsOf(first(readElements(bytes), SEQUENCE));
  if (id === undefined || operation === undefined) throw new NotBer('A message is incomplete');
  const { tag } = operation;
  if (tag === SEARCH_ENTRY) return { id: readNumber(id), kind: 'entry', entry: readEntry(operation) };
  if (tag === SEARCH_REFERENCE) return { id: readNumber(id), kind: 'reference' };
  if (!outcomes.has(tag)) throw new NotBer(`A message has the unknown tag ${tag}`);
  const [resultCode, , message] = partsOf(operation);
  if (resultCode === undefined || message === undefined) throw new NotBer('A result is incomplete');
  const outcome = {
    resultCode: readNumber(resultCode),
    message: message.content.toString('utf8'),
    cookie: controls?.tag === CONTROLS ? readCookie(controls) : Buffer.alloc(0),
  };
  return { id: readNumber(id), kind: 'outcome', outcome };
}

function readEntry(operation: Element): Entry {
  const [path, list] = partsOf(operation);
  if (path === undefined || list === undefined) throw new NotBer('An entry is incomplete');
  const attributes = partsOf(list).map((attribute) => {
    const [name, values] = partsOf(attribute);
    if (name === undefined || values === undefined) throw new NotBer('An attribute is incomplete');
    return [name.content.toString('utf8').toLowerCase(), partsOf(values).map(({ content }) => content)] as const;
  });
  return { path: path.content.toString('utf8'), attributes: new Map(attributes) };
}

/** The cookie of the paged results control (RFC 2696). */
function readCookie(controls: Element): Buffer {
  const control = partsOf(controls)
    .map(partsOf)
    .find(([type]) => type?.content.toString('latin1') === PagedResultsControl.type);
  const value = control?.at(-1);
  if (value === undefined) return Buffer.alloc(0);
  const [, cookie] = partsOf(first(readElements(value.content), SEQUENCE));
  return cookie?.content ?? Buffer.alloc(0);
}

function partsOf({ content }: Element): Element[] {
  return readElements(content);
}

function first([element]: readonly Element[], tag: number): Element {
  if (element?.tag !== tag) throw new NotBer(`An element with tag ${tag} is missing`);
  return element;
}
