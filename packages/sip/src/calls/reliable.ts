// Sends provisional responses reliably: one after the other, each until its PRACK (RFC 3262, section 3).
import { headerOf, parseRAck, type SipRequest, type SipResponse } from '../message/index.ts'
import type { Stack } from '../requests/stack.ts'
import { repeatUntilStopped } from './repeat.ts'

export interface ReliableResponses {
  /** Sends a response with its RSeq once the one before is acknowledged. */
  send(build: (rseq: number) => SipResponse): void
  /** Takes a PRACK. Returns whether it acknowledges the response that waits for it; otherwise, it is answered with 481. */
  take(prack: SipRequest): boolean
  /** Sends the next response once the PRACK is answered. */
  resume(): void
  /** Runs at once if no response waits, otherwise after the last PRACK. */
  whenDone(run: () => void): void
  stop(): void
}

const maxQueued = 8

export function createReliableResponses(
  { clock, times, random }: Pick<Stack, 'clock' | 'times' | 'random'>,
  send: (response: SipResponse) => void,
  gaveUp: () => void,
): ReliableResponses {
  // The first number is random and leaves room to grow (RFC 3262, section 3).
  let rseq = 1 + (Number.parseInt(random(2), 16) % 65_000)
  let stopCurrent: (() => void) | undefined
  const queue: ((rseq: number) => SipResponse)[] = []
  let done: (() => void)[] = []

  function next(): void {
    const build = queue.shift()
    if (build === undefined) {
      for (const run of done.splice(0)) run()
      return
    }
    rseq++
    const response = build(rseq)
    stopCurrent = repeatUntilStopped({ clock, times, isCapped: false, send: () => send(response), gaveUp })
  }

  return {
    send(build) {
      if (queue.length >= maxQueued) return
      queue.push(build)
      if (stopCurrent === undefined) next()
    },
    take(prack) {
      const acknowledged = parseRAck(headerOf(prack, 'RAck') ?? '')
      if (stopCurrent === undefined || acknowledged?.rseq !== rseq || acknowledged.method !== 'INVITE') return false
      stopCurrent()
      stopCurrent = undefined
      return true
    },
    resume: next,
    whenDone(run) {
      if (stopCurrent !== undefined) done.push(run)
      else run()
    },
    stop() {
      stopCurrent?.()
      stopCurrent = undefined
      queue.length = 0
      done = []
    },
  }
}
