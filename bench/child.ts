// Starts a part of a bench as a process of its own, so that it takes no core time from what is measured.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface Child extends AsyncDisposable {
  /** Sends a message and waits for the next one that comes back. */
  ask<T>(message: unknown): Promise<T>
}

/** `file` is beside this one; it answers one message at a time. */
export function startChild(file: string): Child {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], { serialization: 'advanced' })
  return {
    async ask<T>(message: unknown) {
      child.send(message as never)
      return (await answerOf(child, file)) as T
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      // A signal would only be noted there: see stop.ts.
      const exit = once(child, 'exit')
      child.disconnect()
      await exit
    },
  }
}

async function answerOf(child: ChildProcess, file: string): Promise<unknown> {
  const over = new AbortController()
  const { signal } = over
  try {
    const [message] = await Promise.race([
      once(child, 'message', { signal }),
      once(child, 'exit', { signal }).then(() => {
        throw new Error(`${file} ended before it had answered.`)
      }),
    ])
    return message
  } finally {
    over.abort()
  }
}
