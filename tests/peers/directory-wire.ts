import { BerWriter } from 'ldapts';
import { readElements, readNumber, type Element } from '#agent/directory/ber.ts';
import type { DirectoryEntry } from './directory-tree.ts';

const PAGES = '1.2.840.113556.1.4.319';

export interface Result {
  resultCode: number;
  message: string;
}

/** Encodes a result; with the cookie of the next page where pages were asked for. */
export function reply(id: number, tag: number, { resultCode, message }: Result, cookie?: string): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(tag);
  writer.writeEnumeration(resultCode);
  writer.writeString('');
  writer.writeString(message);
  writer.endSequence();
  if (cookie !== undefined) {
    const value = new BerWriter();
    value.startSequence();
    value.writeInt(0);
    value.writeString(cookie);
    value.endSequence();
    writer.startSequence(0xa0);
    writer.startSequence();
    writer.writeString(PAGES);
    writer.writeBuffer(value.buffer, 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  return writer.buffer;
}

/** Encodes an entry with the attributes that were asked for. */
export function entryMessage(id: number, { dn, attributes }: DirectoryEntry, wanted: readonly string[]): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(0x64);
  writer.writeString(dn);
  writer.startSequence();
  for (const [name, value] of Object.entries(attributes)) {
    if (!wanted.includes(name.toLowerCase())) continue;
    writer.startSequence();
    writer.writeString(name);
    writer.startSequence(0x31);
    for (const each of valuesOf(value)) writer.writeBuffer(Buffer.from(each), 0x04);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
  writer.endSequence();
  writer.endSequence();
  return writer.buffer;
}

/** Reads the page that a search asks for. */
export function pageOf(controls: Element): { size: number; from: number } | undefined {
  const control = readElements(controls.content)
    .map(({ content }) => readElements(content))
    .find(([type]) => type?.content.toString('latin1') === PAGES);
  const [value] = readElements(control?.at(-1)?.content ?? Buffer.alloc(0));
  const [size, cookie] = readElements(value?.content ?? Buffer.alloc(0));
  return size && { size: readNumber(size), from: Number(cookie?.content.toString('latin1')) };
}

/** Whether a filter of and, or, not, equality and presence (RFC 4511 §4.5.1.7) finds the entry. */
export function matches(entry: DirectoryEntry, { tag, content }: Element): boolean {
  const ofAttribute = (name: string) =>
    Object.entries(entry.attributes).flatMap(([each, value]) =>
      each.toLowerCase() === name.toLowerCase() ? valuesOf(value).map((one) => one.toString()) : [],
    );
  if (tag === 0x87) return ofAttribute(content.toString('utf8')).length > 0;
  const inner = readElements(content);
  if (tag === 0xa0) return inner.every((each) => matches(entry, each));
  if (tag === 0xa1) return inner.some((each) => matches(entry, each));
  if (tag === 0xa2) return inner.every((each) => !matches(entry, each));
  if (tag !== 0xa3) throw new Error(`A filter has the tag ${tag}`);
  const [name = '', value = ''] = inner.map((each) => each.content.toString('utf8').toLowerCase());
  return ofAttribute(name).some((each) => {
    const lower = each.toLowerCase();
    // Active Directory takes the name of the class for its path in the schema.
    return lower === value || (name === 'objectcategory' && lower.startsWith(`cn=${value},`));
  });
}

function valuesOf(value: DirectoryEntry['attributes'][string]): readonly (string | Buffer)[] {
  return typeof value === 'string' || Buffer.isBuffer(value) ? [value] : value;
}
