// Sends frames to one worker thread in batches, and returns the results to the calls.
import { Worker } from 'node:worker_threads'
import { type Batch, type BatchResult, frameBytes } from './worker-messages.ts'

export type ReceiveFrame = (frame: Uint8Array) => void

export interface NoiseWorker extends AsyncDisposable {
  /** The number of calls that use it. */
  calls: number
  /** Ends the worker; set while it has no calls. */
  idleTimer: NodeJS.Timeout | undefined
  /** The result is never returned if the worker has ended. */
  send(call: number, frame: Uint8Array, receive: ReceiveFrame): void
  /** Releases the memory of a call. */
  endCall(call: number): void
}

/** `ended` is called once, unless the worker is disposed before. */
export function startNoiseWorker(ended: (error: unknown) => void): NoiseWorker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  // The calls keep the process alive, not the worker.
  worker.unref()
  let next = emptyBatch()
  let isScheduled = false
  let isEnded = false
  const sent: ReceiveFrame[][] = []

  worker.on('message', ({ audio }: BatchResult) => {
    const receivers = sent.shift() ?? []
    for (const [index, receive] of receivers.entries())
      receive(audio.subarray(index * frameBytes, (index + 1) * frameBytes))
  })
  const end = (error: unknown) => {
    if (isEnded) return
    isEnded = true
    ended(error)
  }
  worker.once('error', end)
  worker.once('exit', () => end(new Error('The worker thread has ended.')))

  /** Everything that arrives in the same iteration of the event loop is one batch, so batches grow with the load. */
  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
  }

  function flush(): void {
    isScheduled = false
    const { calls, closed, frames, receivers } = next
    next = emptyBatch()
    if (isEnded) return
    const audio = new Uint8Array(frames.length * frameBytes)
    for (const [index, frame] of frames.entries()) audio.set(frame, index * frameBytes)
    sent.push(receivers)
    worker.postMessage({ calls, closed, audio } satisfies Batch, [audio.buffer])
  }

  return {
    calls: 0,
    idleTimer: undefined,
    send(call, frame, receive) {
      next.calls.push(call)
      next.frames.push(frame)
      next.receivers.push(receive)
      schedule()
    },
    endCall(call) {
      next.closed.push(call)
      schedule()
    },
    async [Symbol.asyncDispose]() {
      isEnded = true
      await worker.terminate()
    },
  }
}

function emptyBatch() {
  return { calls: [] as number[], closed: [] as number[], frames: [] as Uint8Array[], receivers: [] as ReceiveFrame[] }
}
