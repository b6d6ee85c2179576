// Becomes another program, or stands before it as if it were that program.
import { spawn } from 'node:child_process'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** A program of npm is stood before: the shell between npm and us dies of a signal without passing it on. */
export async function handOver(program, args, env) {
  const isOfNpm = env.npm_lifecycle_event !== undefined
  if (process.execve !== undefined && process.platform !== 'win32' && !isOfNpm) {
    // Node warns that execve is new; standard error is the program's.
    process.removeAllListeners('warning')
    process.execve(program, [program, ...args], env)
  }
  await standBefore(program, args, env)
}

/** Gives every signal to the child exactly once, stops it when npm's shell is gone, and ends as the child ends. */
export function standBefore(program, args, env) {
  const parent = process.ppid
  const child = spawn(program, args, { stdio: 'inherit', env })
  const canary = startCanary()
  const watch = setInterval(() => {
    if (env.npm_lifecycle_event === undefined || process.ppid === parent) return
    clearInterval(watch)
    child.kill('SIGTERM')
  }, 250)
  const lastAt = new Map()
  for (const signal of forwarded) {
    process.on(signal, async () => {
      // npm passes on a signal that the whole group has had already.
      const isRepeated = performance.now() - (lastAt.get(signal) ?? Number.NEGATIVE_INFINITY) < 500
      if (isRepeated) return
      lastAt.set(signal, performance.now())
      if (!(await canary.hadToo(signal))) child.kill(signal)
    })
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      canary.stop()
      clearInterval(watch)
      for (const each of forwarded) process.removeAllListeners(each)
      if (signal === null) process.exitCode = code
      else process.kill(process.pid, signal)
      resolve()
    })
  })
}

/**
 * A terminal sends its signals to the whole group of processes, `kill` to one of them; Node does not tell which it was.
 * An idle process in the same group does: it ends only when the group was meant, and then the child had the signal.
 */
function startCanary() {
  let bird
  let death
  const hatch = () => {
    bird = spawn('cat', [], { stdio: ['pipe', 'ignore', 'ignore'] })
    bird.stdin.on('error', () => {})
    death = new Promise((resolve) => {
      bird.once('error', () => resolve(null))
      bird.once('exit', (_code, signal) => resolve(signal))
    })
    bird.unref()
  }
  if (process.platform !== 'win32') hatch()
  const patienceMs = 150
  return {
    async hadToo(signal) {
      if (bird === undefined) return true
      const cause = await Promise.race([death, new Promise((resolve) => setTimeout(resolve, patienceMs))])
      if (cause !== undefined && cause !== null) hatch()
      return cause === signal
    },
    stop: () => bird?.stdin.end(),
  }
}
