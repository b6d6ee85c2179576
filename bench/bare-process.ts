// Starts the bare server and hands it its plans.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { BareOrder } from './bare-server.ts'

export interface BareProcess extends AsyncDisposable {
  baseUrl: string
}

export async function startBareProcess(order: BareOrder): Promise<BareProcess> {
  const child = fork(fileURLToPath(new URL('bare-server.ts', import.meta.url)), [], { serialization: 'advanced' })
  child.send(order)
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error('The bare server ended before it was ready.')
    }),
  ])
  return {
    baseUrl: message as string,
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
