import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, peerFolder, programOf, startPeer, type Peer } from './peer.ts';

export const clamd = programOf('clamd');

/** What the one signature of the peer finds; a text of our own, so that no scanner of the machine minds this file. */
export const signedText = 'the words that the signature of the tests looks for';
export const signatureName = 'Cairn.Test.Signature';
/** Bytes above which the peer says that it did not look at all of a file. */
export const largestScanned = 512 * 1024;

export interface ClamdPeer extends Peer {
  url: string;
}

/** Debian's clamd with one hand-written signature: https://docs.clamav.net/manual/Signatures/ExtendedSignatures.html */
export async function startClamd(): Promise<ClamdPeer> {
  const folder = peerFolder('clamd');
  const port = await freePort();
  const database = join(folder.path, 'database');
  mkdirSync(database);
  const pattern = Buffer.from(signedText).toString('hex');
  writeFileSync(join(database, 'cairn.ndb'), `${signatureName}:0:*:${pattern}\n`);
  writeFileSync(join(folder.path, 'clamd.conf'), configText(database, port));
  const peer = await startPeer(clamd ?? '', ['-c', join(folder.path, 'clamd.conf')], [port]);
  const stop = async () => {
    await peer.stop();
    folder.remove();
  };
  return { url: `tcp://127.0.0.1:${port}`, stop };
}

function configText(database: string, port: number): string {
  return `
Foreground yes
DatabaseDirectory ${database}
TemporaryDirectory ${join(database, '..')}
TCPSocket ${port}
TCPAddr 127.0.0.1
StreamMaxLength 2M
MaxFileSize ${largestScanned}
MaxScanSize 4M
AlertExceedsMax yes
`;
}
