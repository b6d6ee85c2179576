// The process that reads documents: performs the tasks of its parent, one after the other.
import net from 'node:net'
import { DocumentError, documentErrors } from '../document-error.ts'
import { type Parent, performTask } from './perform-task.ts'
import type { ChildMessage, ParentMessage } from './protocol.ts'

const maxStackCharacters = 2_000

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
  const { code, message } = error instanceof DocumentError ? error : describe(error)
  if (code !== 'crashed') return { type: 'failed', code, message }
  const frames =
    error instanceof Error ? (error.stack ?? '').split('\n').filter((line) => /^\s{1,8}at /.test(line)) : []
  return { type: 'failed', code, message, stack: frames.join('\n').slice(0, maxStackCharacters) }
}

/** Errors of libraries that read documents are expected. Another error is a bug, or a limit of the engine. */
function describe(error: unknown): DocumentError {
  if (error instanceof RangeError && /allocation failed|Invalid (?:array|string) length/.test(error.message))
    return documentErrors.outOfMemory()
  if (error instanceof RangeError && error.message.startsWith('Maximum call stack'))
    return new DocumentError('damaged', 'The document is damaged and cannot be read.')
  return documentErrors.crashed()
}
