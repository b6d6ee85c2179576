// Runs in the worker: opens the program, and answers requests one after the other.
import { parentPort } from 'node:worker_threads'

interface Program {
  script: string
  data: unknown
}

interface Request {
  id: number
  request: unknown
}

export type Message = Program | Request

/** A fault is followed by nothing else. */
export type Reply = { id: number; result: unknown } | { id: number; error: string } | { fault: string }

let answer: (request: unknown) => unknown
let previous: Promise<unknown> = Promise.resolve()

const receive = (message: Message): void => {
  previous = previous.then(() => ('script' in message ? open(message) : reply(message)))
}

if (parentPort) parentPort.on('message', receive)
else {
  // A signal to the whole process group is meant for the parent, which ends this process when it is done.
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', receive)
}

async function open({ script, data }: Program): Promise<void> {
  try {
    const program = await import(script)
    answer = await program.open(data)
  } catch (error) {
    send({ fault: String(error).slice(0, 1_000) })
    // The parent ends this worker.
    await new Promise(() => {})
  }
}

async function reply({ id, request }: Request): Promise<void> {
  let outcome: { result: unknown } | { error: string }
  try {
    outcome = { result: await answer(request) }
  } catch (error) {
    outcome = { error: String(error).slice(0, 1_000) }
  }
  send({ id, ...outcome })
}

function send(reply: Reply): void {
  if (parentPort) parentPort.postMessage(reply)
  else process.send!(reply)
}
