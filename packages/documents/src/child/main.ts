// The process that reads documents: performs the tasks of its parent, one after the other.
import net from 'node:net'
import { DocumentError, type DocumentErrorCode } from '../document-error.ts'
import { type Parent, performTask } from './perform-task.ts'
import type { ChildMessage, ParentMessage } from './protocol.ts'

// The parent also takes away the network where the platform offers that.
net.Socket.prototype.connect = () => {
  throw new Error('Documents are read without network.')
}
for (const name of ['fetch', 'WebSocket', 'EventSource']) Reflect.deleteProperty(globalThis, name)

let receive: ((message: ParentMessage) => void) | null = null
process.on('disconnect', () => process.exit())
process.on('message', (message: ParentMessage) => receive?.(message))

function ask(message: ChildMessage): Promise<ParentMessage> {
  return new Promise((resolve) => {
    receive = resolve
    process.send!(message)
  })
}

const parent: Parent = {
  async input() {
    const reply = await ask({ type: 'input' })
    return reply.type === 'input' ? reply.value : null
  },
  async output(message) {
    await ask(message)
  },
}

let message: ChildMessage = { type: 'ready' }
for (;;) {
  const reply = await ask(message)
  if (reply.type !== 'task') continue
  message = await performTask(reply.task, parent).then((): ChildMessage => ({ type: 'done' }), failure)
}

function failure(error: unknown): ChildMessage {
  if (error instanceof DocumentError) return { type: 'failed', code: error.code, message: error.message }
  const [code, text] = describe(error)
  return { type: 'failed', code, message: text }
}

function describe(error: unknown): [DocumentErrorCode, string] {
  if (error instanceof RangeError && /allocation failed|Invalid (?:array|string) length/.test(error.message))
    return ['out_of_memory', 'The document needs too much memory. Split it into smaller ones.']
  return ['damaged', 'The document is damaged and cannot be read.']
}
