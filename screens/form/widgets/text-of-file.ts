/** A file that is no text: too large to be looked at, or in another encoding. */
export class NoText extends Error {
  constructor(readonly why: 'large' | 'binary') {
    super(why);
  }
}

/** A character is at most this many bytes of UTF-8. */
const bytesOfCharacter = 4;

/** The text of a file, UTF-8 or what its byte-order mark says. @throws NoText, or the browser's own error when it cannot be read */
export async function textOf(file: Blob, mostCharacters = Infinity): Promise<string> {
  if (file.size > mostCharacters * bytesOfCharacter) throw new NoText('large');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new NoText('binary');
  }
}
