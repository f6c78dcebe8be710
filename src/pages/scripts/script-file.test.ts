import { expect, it } from 'vitest';
import { longestScript } from '#api/contract/agent-methods/script.ts';
import { readScriptFile, scriptExtensions } from './script-file.ts';

const read = (name: string, content: string | Uint8Array) => readScriptFile(new File([content as BlobPart], name));
const utf16 = (text: string, mark: readonly number[], swap: boolean) => {
  const bytes = Buffer.from(text, 'utf16le');
  return Buffer.concat([Buffer.from(mark), swap ? bytes.swap16() : bytes]);
};

it.each([
  ['clean.sh', 'sh', ['Linux', 'Mac']],
  ['Get-Disk.PS1', 'powershell', ['Windows']],
  ['old.bat', 'batchfile', ['Windows']],
  ['old.cmd', 'batchfile', ['Windows']],
  ['mail.vbs', 'vbscript', ['Windows']],
  ['tidy.js', 'javascript', ['Windows', 'Linux', 'Mac']],
  ['tidy.v2.mjs', 'javascript', ['Windows', 'Linux', 'Mac']],
])('takes language and systems of %s from its extension (C12-13)', async (name, language, operatingSystems) => {
  expect(await read(name, 'echo\r\ndone\n')).toEqual({
    script: { name: name.replace(/\.[^.]*$/, ''), language, operatingSystems, script: 'echo\ndone\n' },
  });
});

it.each(['setup.exe', 'clean', 'clean.sh.txt', 'sh', '.profile', 'clean.sh '])(
  'refuses %s, whose extension is none of a script (C19-09)',
  async (name) => {
    expect(await read(name, 'echo')).toEqual({ refused: 'type' });
  },
);

it('reads UTF-8 and, by its mark, UTF-16, and leaves the mark out (C12-13)', async () => {
  const text = 'Write-Host "größer ☃"';
  for (const bytes of [
    Buffer.from(text),
    Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), Buffer.from(text)]),
    utf16(text, [0xff, 0xfe], false),
    utf16(text, [0xfe, 0xff], true),
  ])
    expect(await read('a.ps1', bytes)).toMatchObject({ script: { script: text } });
});

it.each([
  ['Latin-1', Buffer.from('echo größer', 'latin1')],
  ['half a character of UTF-16', Buffer.from([0xff, 0xfe, 0x61])],
  ['half a surrogate pair of UTF-16', Buffer.from([0xff, 0xfe, 0x3d, 0xd8])],
])('refuses another encoding: %s (C12-13)', async (_what, bytes) => {
  expect(await read('a.sh', bytes)).toEqual({ refused: 'encoding' });
});

it('refuses what is no text, and takes the characters that scripts have', async () => {
  for (const text of ['\x7fELF\0\0', 'echo \u0001']) expect(await read('a.sh', text)).toEqual({ refused: 'binary' });
  expect(await read('a.sh', 'printf "\t\u001b[1m\f"')).toHaveProperty('script');
});

it('bounds the size, and reads no file that is beyond it (C12-13, C19-10, C19-11)', async () => {
  expect(await read('a.sh', '')).toEqual({ refused: 'small' });
  expect(await read('a.sh', ' \n\t')).toEqual({ refused: 'small' });
  expect(await read('a.sh', 'x'.repeat(longestScript))).toHaveProperty('script');
  expect(await read('a.sh', '☃'.repeat(longestScript))).toHaveProperty('script');
  expect(await read('a.sh', 'x'.repeat(longestScript + 1))).toEqual({ refused: 'large' });
  const unread = {
    name: 'a.sh',
    size: longestScript * 4 + 4,
    arrayBuffer: () => Promise.reject(new Error('was read')),
  };
  expect(await readScriptFile(unread)).toEqual({ refused: 'large' });
  expect(await readScriptFile({ ...unread, size: 5 })).toEqual({ refused: 'unreadable' });
});

it('names the script after its file, within the bound of names', async () => {
  expect(await read(`${'n'.repeat(150)}.sh`, 'echo')).toMatchObject({ script: { name: 'n'.repeat(100) } });
  expect(scriptExtensions).toContain('.ps1');
});
