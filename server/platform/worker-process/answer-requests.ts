// Answers the requests to a worker process one after the other, in that process.

export type Reply = { id: number } & ({ result: unknown } | { error: unknown })

export function answerRequests<Request>(answer: (request: Request) => unknown): void {
  // A signal to the whole process group is meant for the parent, which ends this process when it is done.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  let previous: Promise<unknown> = Promise.resolve()
  process.on('message', ({ id, request }: { id: number; request: Request }) => {
    previous = previous.then(async () => process.send!(await replyTo(id, request)))
  })

  async function replyTo(id: number, request: Request): Promise<Reply> {
    try {
      return { id, result: await answer(request) }
    } catch (error) {
      return { id, error: String(error).slice(0, 1_000) }
    }
  }
}
