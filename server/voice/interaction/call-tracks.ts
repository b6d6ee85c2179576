// Records who speaks when during a call, to measure its turn-taking.
import type { Span, Speech, Tracks, Utterance } from './measure-interaction.ts'

/** For each side; more of a call is not measured. */
const maxSpans = 10_000

/** Times are in milliseconds since the beginning of the call. */
export function createCallTracks() {
  const customer: Utterance[] = []
  const assistant: Speech[] = []
  let customerSpeaks = false

  return {
    customerStarted(atMs: number): void {
      customerSpeaks = customer.length < maxSpans
      if (customerSpeaks) customer.push({ fromMs: atMs, toMs: Number.POSITIVE_INFINITY, kind: 'sound' })
    },
    customerStopped(atMs: number): void {
      if (customerSpeaks) customer.at(-1)!.toMs = atMs
      customerSpeaks = false
    },
    /** The words of a turn are known, so its sounds were speech. */
    customerSaid({ fromMs, toMs }: Span, kind: 'speech' | 'backchannel'): void {
      for (let index = customer.length - 1; index >= 0 && customer[index]!.toMs > fromMs; index--) {
        const utterance = customer[index]!
        if (utterance.fromMs < toMs && utterance.kind === 'sound') utterance.kind = kind
      }
    },
    /** The customer hears audio of the assistant in this time, unless it is discarded before. */
    assistantSpeaks({ fromMs, toMs }: Span): void {
      const last = assistant.at(-1)
      if (last && fromMs - last.toMs < 1) {
        last.toMs = toMs
        last.isCut = false
      } else if (assistant.length < maxSpans) assistant.push({ fromMs, toMs, isCut: false })
    },
    /** Audio of the assistant after this time is not heard. */
    assistantCut(atMs: number): void {
      while (assistant.length > 0 && assistant.at(-1)!.fromMs >= atMs) assistant.pop()
      const last = assistant.at(-1)
      if (!last || last.toMs <= atMs) return
      last.toMs = atMs
      last.isCut = true
    },
    until(endMs: number): Tracks {
      const ended = customer.map((utterance) => ({ ...utterance, toMs: Math.min(utterance.toMs, endMs) }))
      return { customer: ended, assistant, endMs }
    },
  }
}
