import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { freePort, peerFolder, programOf, startPeer, type Peer } from './peer.ts';

export const nginx = programOf('nginx');

export interface NginxPeer extends Peer {
  plain: number;
  secure: number;
}

/** Debian's nginx with pages that answer, redirect, ask for a login, drip and are long. */
export async function startNginx(): Promise<NginxPeer> {
  const folder = peerFolder('nginx');
  const [plain, secure] = [await freePort(), await freePort()];
  // Its worker is another user.
  chmodSync(folder.path, 0o755);
  const write = (name: string, text: string) => writeFileSync(join(folder.path, name), text);
  write('cert.pem', localhostCertificate.cert);
  write('key.pem', localhostCertificate.key);
  write('users', 'watcher:{PLAIN}open sesame\n');
  write('guarded', 'for staff');
  write('slow', 'x'.repeat(100_000));
  write('large', `${'x'.repeat(900_000)}needle`);
  write('nginx.conf', configText(folder.path, plain, secure));
  const args = ['-c', join(folder.path, 'nginx.conf'), '-p', folder.path, '-e', 'stderr'];
  const peer = await startPeer(nginx ?? '', args, [plain, secure]);
  const stop = async () => {
    await peer.stop();
    folder.remove();
  };
  return { plain, secure, stop };
}

function configText(folder: string, plain: number, secure: number): string {
  return `
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  gzip on;
  gzip_types text/plain;
  gzip_min_length 1;
  server {
    listen 127.0.0.1:${plain};
    listen 127.0.0.1:${secure} ssl;
    ssl_certificate ${folder}/cert.pem;
    ssl_certificate_key ${folder}/key.pem;
    default_type text/plain;
    root ${folder};
    location = /ok { return 200 "all systems work"; }
    location = /gone { return 410 "gone away"; }
    location = /moved { return 301 /ok; }
    location = /metadata { return 302 http://169.254.169.254/latest/meta-data/; }
    location = /round { return 302 /round; }
    location = /guarded { auth_basic "staff"; auth_basic_user_file ${folder}/users; }
    location = /slow { gzip off; limit_rate 1k; }
  }
}
`;
}
