// Answers the requests of a worker pool, in the thread of the worker.
import { parentPort } from 'node:worker_threads'
import { SpeechError, type SpeechErrorCode } from './speech-error.ts'

export type Answer = { result: never } | { error: string; code: SpeechErrorCode }

export function answerRequests<Request>(work: (request: Request) => unknown): void {
  parentPort?.on('message', (request: Request) => parentPort?.postMessage(answerOf(() => work(request))))
}

function answerOf(work: () => unknown): Answer {
  try {
    return { result: work() as never }
  } catch (error) {
    return { error: String(error), code: error instanceof SpeechError ? error.code : 'failed' }
  }
}
