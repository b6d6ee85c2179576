// Answers the requests of a worker pool, in the thread or the process of the worker.
import { parentPort } from 'node:worker_threads'
import { SpeechError, type SpeechErrorCode } from './speech-error.ts'

export type Answer = { result: never } | { error: string; code: SpeechErrorCode }

export function answerRequests<Request>(work: (request: Request) => unknown): void {
  if (parentPort) {
    parentPort.on('message', (request: Request) => parentPort!.postMessage(answerOf(() => work(request))))
    return
  }
  // A signal to the whole process group is meant for the parent, which ends this process when it is done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', (request: Request) => process.send!(answerOf(() => work(request))))
}

function answerOf(work: () => unknown): Answer {
  try {
    return { result: work() as never }
  } catch (error) {
    return { error: String(error), code: error instanceof SpeechError ? error.code : 'failed' }
  }
}
