// Sends the frames of a test one after the other: each one when the previous one has been returned.
import { setImmediate } from 'node:timers/promises'
import type { NoiseSuppression } from './noise-suppression.ts'

export function createTestPacer(suppression: NoiseSuppression) {
  let receive: (frame: Uint8Array) => void = () => {}
  const call = suppression.open((frame) => receive(frame))

  function next(frame: Uint8Array): Promise<Uint8Array> {
    const { promise, resolve } = Promise.withResolvers<Uint8Array>()
    receive = (returned) => resolve(returned.slice())
    call.process(frame)
    return promise
  }

  return {
    /** Resolves when the worker thread returns frames. */
    async untilReady(): Promise<void> {
      await next(new Uint8Array(160).fill(0xff))
    },
    async run(audio: Uint8Array): Promise<Uint8Array> {
      const frames: Uint8Array[] = []
      for (let at = 0; at + 160 <= audio.length; at += 160) {
        frames.push(await next(audio.subarray(at, at + 160)))
        await setImmediate()
      }
      return Buffer.concat(frames)
    },
    close: call.close,
  }
}
