import { Refused } from '../../refused.ts';

/** The text of a file: UTF-8, or what its byte-order mark says. @throws Refused `invalid_input` about `/file` */
export function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    const words = 'The file is not text in UTF-8. Save it as “CSV UTF-8” or as JSON, and choose it again.';
    throw new Refused('invalid_input', { cause, fields: { '/file': words } });
  }
}
