/** One element of BER (ITU-T X.690): its tag and its content. */
export interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** The bytes are not BER with definite lengths that fit. */
export class NotBer extends Error {
  override name = 'NotBer';
}

const HEADER = 2;

/** Bytes of the first element with its header; undefined while its header is incomplete. @throws NotBer */
export function sizeOfFirst(bytes: Buffer): number | undefined {
  const header = headerOf(bytes);
  return header && header.size + header.length;
}

/** Reads the elements that fill these bytes exactly; the content of each is read by another call. @throws NotBer */
export function readElements(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const header = headerOf(rest);
    if (header === undefined || header.size + header.length > rest.length) throw new NotBer('An element is cut off');
    const end = header.size + header.length;
    elements.push({ tag: rest.readUInt8(0), content: rest.subarray(header.size, end) });
    rest = rest.subarray(end);
  }
  return elements;
}

/** The number of an INTEGER or ENUMERATED of at most 32 bits. @throws NotBer */
export function readNumber({ content }: Element): number {
  if (content.length < 1 || content.length > 4) throw new NotBer('A number has a wrong length');
  return content.readIntBE(0, content.length);
}

function headerOf(bytes: Buffer): { size: number; length: number } | undefined {
  if (bytes.length < HEADER) return undefined;
  const first = bytes.readUInt8(1);
  if (first < 0x80) return { size: HEADER, length: first };
  const more = first - 0x80;
  if (more < 1 || more > 4) throw new NotBer('A length is indefinite or too long');
  if (bytes.length < HEADER + more) return undefined;
  return { size: HEADER + more, length: bytes.readUIntBE(HEADER, more) };
}
