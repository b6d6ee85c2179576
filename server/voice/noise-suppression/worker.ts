// The worker thread that removes noise from the audio of many calls.
import { parentPort } from 'node:worker_threads'
import { type Denoiser, loadDenoiser } from './denoiser.ts'
import { type Batch, type BatchResult, frameBytes } from './worker-messages.ts'

const open = await loadDenoiser()
const denoisers = new Map<number, Denoiser>()

parentPort!.on('message', ({ calls, closed, audio }: Batch) => {
  for (const [index, call] of calls.entries()) {
    const denoiser = denoisers.get(call) ?? open()
    denoisers.set(call, denoiser)
    const at = index * frameBytes
    audio.set(denoiser.process(audio.subarray(at, at + frameBytes)), at)
  }
  for (const call of closed) {
    denoisers.get(call)?.close()
    denoisers.delete(call)
  }
  parentPort!.postMessage({ audio } satisfies BatchResult, [audio.buffer])
})
