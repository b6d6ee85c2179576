// Replaces this process with another program, or runs the program as a child and behaves like it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Under npm the program runs as a child: the shell between npm and this process dies of a signal without forwarding it. */
export async function execOrSpawn(program, args, env) {
  const isUnderNpm = env.npm_lifecycle_event !== undefined
  if (process.execve !== undefined && process.platform !== 'win32' && !isUnderNpm) {
    // Node prints a warning that execve is experimental; standard error belongs to the program.
    process.removeAllListeners('warning')
    process.execve(program, [program, ...args], env)
  }
  await spawnAndForwardSignals(program, args, env)
}

/** Delivers every signal to the child once, stops the child if npm's shell ends, and exits the way the child exits. */
export async function spawnAndForwardSignals(program, args, env) {
  const shell = process.ppid
  const probe = startGroupProbe()
  const lastAt = new Map()
  let child
  // The listeners come before the child: a signal may arrive as soon as the child runs.
  for (const signal of forwardedSignals) {
    process.on(signal, async () => {
      // npm forwards a signal that the whole group has already received.
      const isRepeated = performance.now() - (lastAt.get(signal) ?? Number.NEGATIVE_INFINITY) < 500
      if (isRepeated) return
      lastAt.set(signal, performance.now())
      if (!(await probe.hasReceived(signal))) child.kill(signal)
    })
  }
  child = spawn(program, args, { stdio: 'inherit', env })
  const shellWatch = setInterval(() => {
    if (env.npm_lifecycle_event === undefined || process.ppid === shell) return
    clearInterval(shellWatch)
    child.kill('SIGTERM')
  }, 250)
  try {
    const [code, signal] = await once(child, 'exit')
    for (const each of forwardedSignals) process.removeAllListeners(each)
    if (signal === null) process.exitCode = code
    else process.kill(process.pid, signal)
  } finally {
    clearInterval(shellWatch)
    probe.stop()
  }
}

/**
 * Prints the name of each signal that it receives, and `ping` for each line. A signal makes `read` fail like the end of
 * the input does, so `caught` tells them apart.
 */
const probeScript = `
for name in INT TERM HUP; do trap "caught=1; echo SIG$name" $name; done
while :; do
  caught=
  if read -r line; then echo ping; elif [ -z "$caught" ]; then exit; fi
done`

/**
 * Finds out whether a signal was sent to the whole process group, as a terminal does, or to this process alone, as
 * `kill` does; Node does not tell. The probe is a shell in the same group. It handles a signal before it reads its next
 * line, so once it has answered a ping, all signals that preceded the ping have been reported.
 */
function startGroupProbe() {
  if (process.platform === 'win32') return { hasReceived: async () => true, stop: () => {} }
  const received = new Set()
  const pings = []
  let hasEnded = false
  const end = (signal) => {
    hasEnded = true
    if (signal) received.add(signal)
    for (const answer of pings.splice(0)) answer()
  }
  const shell = spawn('/bin/sh', ['-c', probeScript], { stdio: ['pipe', 'pipe', 'ignore'] })
  shell.once('error', () => end()).once('exit', (_code, signal) => end(signal))
  shell.stdin.on('error', () => {})
  createInterface({ input: shell.stdout }).on('line', (line) => {
    if (line === 'ping') pings.shift()?.()
    else received.add(line)
  })
  return {
    async hasReceived(signal) {
      if (!hasEnded) {
        await new Promise((answer) => {
          pings.push(answer)
          shell.stdin.write('\n')
        })
      }
      return received.delete(signal)
    },
    stop: () => shell.stdin.end(),
  }
}
