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
 * Chooses Node where it is new enough, else the agent's program that has Node inside. Without Node, curl or wget download it.
 */
const chooseProgram = `
choose_program() {
  program=$directory/cairn-agent.mjs
  if node=$(command -v node) && "$node" -e ${shell(isNewEnough)}; then return 0; fi
  node=
  program=$directory/cairn-agent
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') platform=linux_x64 ;;
    'Linux aarch64') platform=linux_arm64 ;;
    *) return 1 ;;
  esac
  command -v curl >/dev/null || command -v wget >/dev/null
}
download() {
  if [ -n "$node" ]; then
    "$node" --input-type=module -e ${shell(download)} "$server/agent/cairn-agent.mjs" "$program.new" || { echo cairn:download_failed; exit 0; }
    return 0
  fi
  code=0
  if command -v curl >/dev/null; then
    curl -fsS --max-time 90 -o "$program.new" "$server/agent/cairn-agent_$platform" || code=$?
    missing=22
  else
    wget -nv -T 90 -O "$program.new" "$server/agent/cairn-agent_$platform" || code=$?
    missing=8
  fi
  if [ "$code" -eq 0 ]; then
    chmod 700 "$program.new"
    # The computer may have another C library than the program needs.
    "$program.new" --version >/dev/null 2>&1 || code=$missing
  fi
  if [ "$code" -eq 0 ]; then return 0; fi
  rm -f "$program.new"
  rmdir "$directory" 2>/dev/null || true
  if [ "$code" -eq "$missing" ]; then echo cairn:no_node; else echo cairn:download_failed; fi
  exit 0
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
  return `${chooseProgram}
is_agent() {
  { tr '\\0' ' ' <"/proc/$1/cmdline" || ps -o args= -p "$1"; } 2>/dev/null | grep -qF "$directory/cairn-agent"
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
  server=${shell(server)}
  choose_program || { echo cairn:no_node; exit 0; }
  mkdir -p "$directory"
  umask 077
  download
  mv -f "$program.new" "$program"
  cat >"$directory/agent.env.new" <<'END_OF_ENV'
CAIRN_AGENT_SERVER='${server}'
CAIRN_AGENT_TOKEN='${token}'
END_OF_ENV
  mv -f "$directory/agent.env.new" "$directory/agent.env"
  stop_previous
  CAIRN_AGENT_CONFIG=$directory/agent.env
  export CAIRN_AGENT_CONFIG
  if [ -n "$node" ]; then
    set -- "$node" "--env-file=$directory/agent.env" "$program"
    start="\\"$node\\" \\"--env-file=$directory/agent.env\\" \\"$program\\""
  else
    set -- "$program" run
    start="\\"$program\\" run"
  fi
  if [ -d ${shell(systemd)} ] && command -v systemctl >/dev/null; then
    cat >${shell(`${units}/cairn-agent.service`)} <<END_OF_UNIT
[Unit]
Description=Cairn agent
Wants=network-online.target
After=network-online.target
[Service]
Environment="CAIRN_AGENT_CONFIG=$directory/agent.env"
ExecStart=$start
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
  $detach "$@" >"$directory/cairn-agent.log" 2>&1 </dev/null &
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
