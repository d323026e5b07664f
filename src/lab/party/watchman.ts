// Ends the processes of a party when the party itself is killed: a shell that waits for the end of its input.
import { spawn } from 'node:child_process'

const script = 'while read -r pid; do pids="$pids $pid"; done; kill -9 $pids'

export function makeWatchman() {
  // A group of its own: the terminal's Ctrl-C is not for it.
  const shell = spawn('sh', ['-c', script], { stdio: ['pipe', 'ignore', 'ignore'], detached: true })
  shell.on('error', () => {})
  shell.stdin.on('error', () => {})
  return {
    watch(pid: number | undefined): void {
      if (pid !== undefined) shell.stdin.write(`${pid}\n`)
    },
    /** Everybody has been stopped. */
    dismiss: () => void shell.kill('SIGKILL'),
  }
}
