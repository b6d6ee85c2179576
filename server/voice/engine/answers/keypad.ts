// The keys that the customer presses: collected for a tool, or reported to the model after a pause.
import type { VoiceClock } from '../../clock.ts'
import type { Emit } from '../call-events.ts'
import type { KeypadRequest } from './tool-calls.ts'

/** Keys that no tool asked for are complete after this pause, or with the key that ends a number. */
const pauseMs = 1_500
const finalKey = '#'
const maxKeys = 32

export interface KeypadOptions {
  clock: VoiceClock
  emit: Emit
}

export function createKeypad({ clock, emit }: KeypadOptions) {
  let keys = ''
  let collecting: { request: KeypadRequest; done(digits: string): void } | undefined
  let cancelTimer: (() => void) | undefined

  function restart(delayMs: number, run: () => void): void {
    cancelTimer?.()
    cancelTimer = clock.after(delayMs, run)
  }

  function finish(): void {
    cancelTimer?.()
    const complete = keys
    keys = ''
    const current = collecting
    collecting = undefined
    if (current) current.done(complete)
    else if (complete !== '') emit({ type: 'keys_entered', keys: complete })
  }

  return {
    /** Further keys that no tool asked for may follow. */
    isEntering: () => !collecting && keys !== '',
    key(key: string): void {
      if (collecting && key === collecting.request.finishKey) {
        finish()
        return
      }
      keys += key
      const limit = collecting?.request.maxDigits ?? maxKeys
      if (keys.length >= limit || (!collecting && key === finalKey)) finish()
      else restart(collecting?.request.timeoutMs ?? pauseMs, finish)
    },
    /** Keys that were pressed before count. A second request ends the first. */
    collect(request: KeypadRequest, done: (digits: string) => void): () => void {
      const before = collecting
      collecting = { request, done }
      before?.done('')
      if (keys.length >= request.maxDigits) finish()
      else restart(request.timeoutMs, finish)
      return () => {
        if (collecting?.done !== done) return
        cancelTimer?.()
        collecting = undefined
        keys = ''
      }
    },
    /** The customer speaks instead of pressing further keys. */
    finish,
    close(): void {
      cancelTimer?.()
      collecting = undefined
    },
  }
}
