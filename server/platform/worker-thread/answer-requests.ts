// Answers the requests of a worker thread one after the other, in that thread.
import { parentPort } from 'node:worker_threads'

export type Reply = { id: number } & ({ result: unknown } | { error: unknown })

export function answerRequests<Request>(answer: (request: Request) => unknown): void {
  let previous: Promise<unknown> = Promise.resolve()
  parentPort?.on('message', ({ id, request }: { id: number; request: Request }) => {
    previous = previous.then(async () => parentPort?.postMessage(await replyTo(id, request)))
  })

  async function replyTo(id: number, request: Request): Promise<Reply> {
    try {
      return { id, result: await answer(request) }
    } catch (error) {
      return { id, error: String(error).slice(0, 1_000) }
    }
  }
}
