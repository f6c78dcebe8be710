import type { AgentDeploy } from '#api/contract/agent-methods/deployment.ts';

/** Where the agent is installed on a computer with a POSIX shell; tests choose other places. */
export interface InstallPlace {
  directory: string;
  /** Exists while systemd runs. */
  systemd: string;
  /** Where systemd looks for the units of an administrator. */
  units: string;
}

export const usualPlace: InstallPlace = {
  directory: '/opt/cairn-agent',
  systemd: '/run/systemd/system',
  units: '/etc/systemd/system',
};

/**
 * Runs the script of standard input, as root where possible. The first line of standard input is the password, which sudo
 * reads unless it asks for none. `read` takes its line byte by byte, so that the shell gets the rest.
 */
export const runAsRoot = `sh -c '${[
  'if [ "$(id -u)" -ne 0 ] && command -v sudo >/dev/null; then',
  'if sudo -k -n sh -c : </dev/null 2>/dev/null; then read -r line; exec sudo -n sh -s; fi;',
  'exec sudo -k -S -p "" sh -s; fi;',
  'read -r line; exec sh -s',
].join(' ')}'`;

const isNewEnough = `const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1);`;

// Node.js and not curl: the agent reaches the server the same way, with the same certificates.
const download = `import { writeFileSync } from "node:fs";
const [url, file] = process.argv.slice(1);
try {
  const reply = await fetch(url, { signal: AbortSignal.timeout(60000) });
  if (!reply.ok) throw new Error("status " + reply.status);
  writeFileSync(file, Buffer.from(await reply.arrayBuffer()));
} catch (error) {
  console.error(url + ": " + (error.cause?.message || error.cause?.code || error.message));
  process.exit(1);
}`;

/**
 * The POSIX shell script that installs the agent and starts it, as a systemd unit where systemd runs. A second run replaces the
 * first agent. Secrets stand in files that only root may read, never in arguments. The function makes the shell read all of the
 * script first, and a connection that breaks early runs none of it.
 */
export function installScript(
  { server, token }: Pick<AgentDeploy, 'server' | 'token'>,
  { directory, systemd, units }: InstallPlace,
): string {
  return `
is_agent() {
  { tr '\\0' ' ' <"/proc/$1/cmdline" || ps -o args= -p "$1"; } 2>/dev/null | grep -qF "$program"
}
stop_previous() {
  pid=$(cat "$directory/cairn-agent.pid" 2>/dev/null || true)
  case $pid in '' | *[!0-9]*) return 0 ;; esac
  tries=0
  while is_agent "$pid"; do
    if [ "$tries" -lt 10 ]; then kill "$pid" || true; else kill -9 "$pid" || true; fi
    tries=$((tries + 1))
    sleep 1
  done
  rm -f "$directory/cairn-agent.pid"
}
main() {
  set -eu
  PATH=$PATH:/usr/local/bin:/opt/homebrew/bin
  directory=${shell(directory)}
  program=$directory/cairn-agent.mjs
  node=$(command -v node) || { echo cairn:no_node; exit 0; }
  "$node" -e ${shell(isNewEnough)} || { echo cairn:no_node; exit 0; }
  mkdir -p "$directory"
  umask 077
  "$node" --input-type=module -e ${shell(download)} ${shell(`${server}/agent/cairn-agent.mjs`)} "$program.new" || { echo cairn:download_failed; exit 0; }
  mv -f "$program.new" "$program"
  cat >"$directory/agent.env.new" <<'END_OF_ENV'
CAIRN_AGENT_SERVER='${server}'
CAIRN_AGENT_TOKEN='${token}'
END_OF_ENV
  mv -f "$directory/agent.env.new" "$directory/agent.env"
  stop_previous
  if [ -d ${shell(systemd)} ] && command -v systemctl >/dev/null; then
    cat >${shell(`${units}/cairn-agent.service`)} <<END_OF_UNIT
[Unit]
Description=Cairn agent
Wants=network-online.target
After=network-online.target
[Service]
ExecStart="$node" "--env-file=$directory/agent.env" "$program"
Restart=always
RestartSec=10
[Install]
WantedBy=multi-user.target
END_OF_UNIT
    chmod 644 ${shell(`${units}/cairn-agent.service`)}
    { systemctl daemon-reload && systemctl enable cairn-agent.service && systemctl restart cairn-agent.service; } >&2 || exit 1
    sleep 2
    systemctl is-active --quiet cairn-agent.service || { journalctl -u cairn-agent.service -n 5 -o cat >&2; exit 1; }
    echo cairn:installed
    exit 0
  fi
  if command -v setsid >/dev/null; then detach=setsid; else detach=nohup; fi
  $detach "$node" "--env-file=$directory/agent.env" "$program" >"$directory/cairn-agent.log" 2>&1 </dev/null &
  echo $! >"$directory/cairn-agent.pid"
  sleep 2
  is_agent "$(cat "$directory/cairn-agent.pid")" || { tail -n 5 "$directory/cairn-agent.log" >&2; exit 1; }
  echo cairn:installed_until_restart
}
main </dev/null
`;
}

/** A word of a shell, whatever it contains. */
function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
