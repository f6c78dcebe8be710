import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { localhostCertificate } from '#tests/fixtures/certificates.ts';
import { freePort, peerFolder, programOf, startPeer, type Peer } from './peer.ts';

export const dovecot = programOf('dovecot');
export const exim = programOf('exim4');
/** Both begin as root and work as the mail user of the package. */
export const canServeMail = dovecot !== undefined && exim !== undefined && process.getuid?.() === 0;

export interface MailPeers extends Peer {
  smtp: number;
  smtps: number;
  pop: number;
  pops: number;
  imap: number;
  imaps: number;
  /** The maildir of `watcher@example.test`, password `open sesame`. */
  maildir: string;
}

/** Debian's exim, which delivers into the mailbox that Debian's dovecot serves. */
export async function startMailPeers(): Promise<MailPeers> {
  const folder = peerFolder('mail');
  const [smtp, smtps, pop, pops, imap, imaps] = await ports();
  const uid = Number(execFileSync('id', ['-u', 'Debian-exim'], { encoding: 'utf8' }));
  const gid = Number(execFileSync('id', ['-g', 'Debian-exim'], { encoding: 'utf8' }));
  const maildir = join(folder.path, 'maildir');
  const inside = ['new', 'cur', 'tmp'];
  const empty = [...inside, '.Elsewhere', ...inside.map((each) => `.Elsewhere/${each}`)].map(
    (each) => `maildir/${each}`,
  );
  for (const each of ['maildir', ...empty, 'spool', 'log', 'run']) mkdirSync(join(folder.path, each));
  const owned = (file: string) => chownSync(file, uid, gid);
  chmodSync(folder.path, 0o755);
  for (const each of ['', 'maildir', ...empty, 'spool', 'log']) owned(join(folder.path, each));
  const write = (name: string, text: string) => {
    const file = join(folder.path, name);
    writeFileSync(file, text);
    // Exim takes no configuration that others may write.
    chmodSync(file, 0o644);
    return file;
  };
  const cert = write('cert.pem', localhostCertificate.cert);
  const key = write('key.pem', localhostCertificate.key);
  const eximConfig = write('exim.conf', eximText({ folder: folder.path, maildir, smtp, smtps, cert, key }));
  const users = write('users', 'watcher:{PLAIN}open sesame\n');
  const dovecotConfig = write(
    'dovecot.conf',
    dovecotText({ folder: folder.path, maildir, users, pop, pops, imap, imaps, cert, key, uid, gid }),
  );
  const peers: Peer[] = [];
  const stop = async () => {
    for (const peer of peers) await peer.stop();
    folder.remove();
  };
  try {
    peers.push(await startPeer(dovecot ?? '', ['-F', '-c', dovecotConfig], [pop, pops, imap, imaps]));
    peers.push(await startPeer(exim ?? '', ['-C', eximConfig, '-bdf'], [smtp, smtps]));
  } catch (error) {
    await stop();
    throw error;
  }
  return { smtp, smtps, pop, pops, imap, imaps, maildir, stop };
}

async function ports(): Promise<[number, number, number, number, number, number]> {
  return [await freePort(), await freePort(), await freePort(), await freePort(), await freePort(), await freePort()];
}

function eximText(at: { folder: string; maildir: string; smtp: number; smtps: number; cert: string; key: string }) {
  return `
primary_hostname = mail.example.test
spool_directory = ${at.folder}/spool
log_file_path = ${at.folder}/log/%slog
pid_file_path = ${at.folder}/spool/exim.pid
local_interfaces = 127.0.0.1
daemon_smtp_ports = ${at.smtp} : ${at.smtps}
tls_on_connect_ports = ${at.smtps}
tls_advertise_hosts = *
tls_certificate = ${at.cert}
tls_privatekey = ${at.key}
acl_smtp_rcpt = check_rcpt
host_lookup =
rfc1413_query_timeout = 0s
keep_environment =
never_users =
begin acl
check_rcpt:
  deny message = no such mailbox
       !recipients = watcher@example.test
  accept authenticated = *
  deny message = log in first
begin routers
mailbox:
  driver = accept
  transport = maildir
begin transports
maildir:
  driver = appendfile
  directory = ${at.maildir}
  maildir_format
  user = Debian-exim
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_condition = \${if and{{eq{$auth2}{watcher}}{eq{$auth3}{open sesame}}}}
  server_set_id = $auth2
`;
}

function dovecotText(at: {
  folder: string;
  maildir: string;
  users: string;
  pop: number;
  pops: number;
  imap: number;
  imaps: number;
  cert: string;
  key: string;
  uid: number;
  gid: number;
}) {
  return `
protocols = imap pop3
listen = 127.0.0.1
base_dir = ${at.folder}/run
state_dir = ${at.folder}/run
log_path = ${at.folder}/log/dovecot.log
instance_name = cairn-test
ssl = yes
ssl_cert = <${at.cert}
ssl_key = <${at.key}
disable_plaintext_auth = no
auth_failure_delay = 0 secs
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${at.maildir}
mail_uid = ${at.uid}
mail_gid = ${at.gid}
passdb {
  driver = passwd-file
  args = ${at.users}
}
userdb {
  driver = static
  args = uid=${at.uid} gid=${at.gid} home=${at.folder}/maildir
}
service imap-login {
  inet_listener imap {
    port = ${at.imap}
  }
  inet_listener imaps {
    port = ${at.imaps}
    ssl = yes
  }
}
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${at.pop}
  }
  inet_listener pop3s {
    port = ${at.pops}
    ssl = yes
  }
}
`;
}
