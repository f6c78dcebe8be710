/** A folder's name in IMAP's own UTF-7 (RFC 3501, 5.1.3): `Entwürfe` is `Entw&APw-rfe`. */
export function folderName(name: string): string {
  return name.replace(/&|[^\x20-\x7e]+/g, (part) => {
    if (part === '&') return '&-';
    const utf16 = Buffer.from(part, 'utf16le').swap16();
    return `&${utf16
      .toString('base64')
      .replace(/={1,2}$/, '')
      .replaceAll('/', ',')}-`;
  });
}
