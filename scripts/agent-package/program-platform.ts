/** What a program runs on, in the words of Node's downloads. */
export interface ProgramPlatform {
  system: 'linux' | 'win' | 'macos';
  architecture: 'x64' | 'arm64';
}

/** The platform of an ELF, PE or Mach-O program, by its header; undefined for anything else. */
export function readPlatform(program: Buffer): ProgramPlatform | undefined {
  if (program.length < 64) return undefined;
  if (program.readUInt32BE(0) === 0x7f454c46) return platform('linux', program.readUInt16LE(18), [0x3e, 0xb7]);
  if (program.readUInt32LE(0) === 0xfeedfacf)
    return platform('macos', program.readUInt32LE(4), [0x01000007, 0x0100000c]);
  if (program.toString('latin1', 0, 2) !== 'MZ') return undefined;
  const header = program.readUInt32LE(0x3c);
  if (header + 6 > program.length || program.toString('latin1', header, header + 4) !== 'PE\0\0') return undefined;
  return platform('win', program.readUInt16LE(header + 4), [0x8664, 0xaa64]);
}

function platform(
  system: ProgramPlatform['system'],
  machine: number,
  [x64, arm64]: readonly [number, number],
): ProgramPlatform | undefined {
  if (machine === x64) return { system, architecture: 'x64' };
  return machine === arm64 ? { system, architecture: 'arm64' } : undefined;
}
