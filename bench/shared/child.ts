// Child processes of a benchmark, which answer one message at a time.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface Child extends AsyncDisposable {
  /** Sends a message and waits for the reply. */
  ask<T>(message: unknown): Promise<T>
}

/** `file` is a module of bench/, such as `calls/voice-driver.ts`, that calls `answerParent`. */
export function startChild(file: string): Child {
  const child = fork(fileURLToPath(new URL(`../${file}`, import.meta.url)), [], { serialization: 'advanced' })
  return {
    async ask<T>(message: unknown) {
      child.send(message as never)
      return (await answerOf(child, file)) as T
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
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
        throw new Error(`${file} exited before it answered.`)
      }),
    ])
    return message
  } finally {
    over.abort()
  }
}

/** In a child process. Ends it when the parent disconnects or an answer fails; signals are for the parent. */
export function answerParent<T>(answer: (message: T) => unknown): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('message', async (message: T) => {
    try {
      process.send!((await answer(message)) ?? null)
    } catch (error) {
      process.stderr.write(`${(error as Error).stack}\n`)
      process.exit(1)
    }
  })
  process.once('disconnect', () => process.exit(0))
}

/** Returns the address of the server, on a free port. */
export async function listen(server: Server): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
