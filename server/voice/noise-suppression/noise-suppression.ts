// Suppresses the background noise of customers in worker threads, and never delays their audio for it.
import { availableParallelism } from 'node:os'
import type { Log } from '#server/platform/observability/log.ts'
import { type NoiseWorker, startNoiseWorker } from './noise-worker.ts'
import { frameBytes } from './worker-messages.ts'

/** The audio of one call: mu-law at 8,000 Hz in frames of 160 bytes. */
export interface NoiseSuppressor {
  /**
   * Each frame is returned once, in order, with or without noise: a frame that is not ready when the next one arrives is
   * returned as it was, and so are all frames while the worker threads are overloaded. The bytes may be reused after
   * the call. Without overload, audio is 12 ms late, and about 1 ms more for the way to the worker thread.
   */
  process(frame: Uint8Array): void
  /** No frame is returned afterwards. Repeated calls are allowed. */
  close(): void
}

export interface NoiseSuppression extends AsyncDisposable {
  open(returnFrame: (frame: Uint8Array) => void): NoiseSuppressor
}

/** Frames of one call that a worker thread may have; more means that it is overloaded. */
const maxWaiting = 3
/** A call takes about 3 % of a core. */
const callsPerWorker = 20
const restartDelayMs = 10_000

export interface NoiseSuppressionOptions {
  log: Log
  /** Default: one fewer than there are cores. */
  maxWorkers?: number
  /** A worker thread without calls ends after this time. Default: two minutes. */
  idleMs?: number
}

/** Starts its first worker thread with the first call. */
export function openNoiseSuppression(options: NoiseSuppressionOptions): NoiseSuppression {
  const { log, maxWorkers: limit = Math.max(1, availableParallelism() - 1), idleMs = 120_000 } = options
  const workers = new Set<NoiseWorker>()
  let lastCall = 0
  let noStartBeforeMs = 0

  /** The worker with the fewest calls; undefined if none can be started because one has failed just now. */
  function pickWorker(): NoiseWorker | undefined {
    const [idlest] = [...workers].sort((a, b) => a.calls - b.calls)
    if (idlest && (idlest.calls < callsPerWorker || workers.size >= limit)) return idlest
    if (performance.now() < noStartBeforeMs) return idlest
    const worker = startNoiseWorker((error) => {
      workers.delete(worker)
      noStartBeforeMs = performance.now() + restartDelayMs
      log.error({ error }, 'a worker thread of the noise suppression has failed; calls continue without it')
    })
    workers.add(worker)
    return worker
  }

  function rest(worker: NoiseWorker): void {
    worker.idleTimer = setTimeout(() => {
      workers.delete(worker)
      void worker[Symbol.asyncDispose]()
    }, idleMs).unref()
  }

  return {
    open(returnFrame) {
      const call = ++lastCall
      let worker: NoiseWorker | undefined
      let pending: Uint8Array | undefined
      let waiting = 0
      let isClosed = false

      function useWorker(): NoiseWorker | undefined {
        if (worker && workers.has(worker)) return worker
        worker = pickWorker()
        if (worker) {
          worker.calls++
          clearTimeout(worker.idleTimer)
        }
        waiting = 0
        return worker
      }

      function returnPending(): void {
        const frame = pending
        pending = undefined
        if (frame) returnFrame(frame)
      }

      return {
        process(frame) {
          if (isClosed) return
          if (frame.length !== frameBytes) throw new RangeError(`A frame must have ${frameBytes} bytes.`)
          returnPending()
          // The listener may have closed the call.
          if (isClosed) return
          const used = useWorker()
          if (!used || waiting >= maxWaiting) return returnFrame(frame)
          const own = frame.slice()
          pending = own
          waiting++
          used.send(call, own, (denoised) => {
            if (used !== worker || isClosed) return
            waiting--
            // Too late: it has been returned with its noise.
            if (pending !== own) return
            pending = undefined
            returnFrame(denoised)
          })
        },
        close() {
          if (isClosed) return
          isClosed = true
          if (!worker || !workers.has(worker)) return
          worker.calls--
          worker.endCall(call)
          if (worker.calls === 0) rest(worker)
        },
      }
    },
    async [Symbol.asyncDispose]() {
      noStartBeforeMs = Number.POSITIVE_INFINITY
      const open = [...workers]
      workers.clear()
      await Promise.all(open.map((worker) => worker[Symbol.asyncDispose]()))
    },
  }
}
