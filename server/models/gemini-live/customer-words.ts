// Delivers the words of the customer, which Gemini transcribes without saying when they are complete.
import type { RealtimeListener } from '#server/ports/realtime-model.ts'

/** A longer text is delivered in parts. */
const maxCharacters = 6_000

interface Options {
  /** The wait for late words. */
  pauseMs: number
  /** The longest wait for the words before a pause. */
  wordsMs: number
  /** The words arrive while the customer speaks. Otherwise, they can follow the end of the activity. */
  streamsWords: boolean
  isSpeaking(): boolean
  onFinal(text: string): void
}

export function createCustomerWords(
  listener: Pick<RealtimeListener, 'interim' | 'final' | 'finalized'>,
  { pauseMs, wordsMs, streamsWords, isSpeaking, onFinal }: Options,
) {
  let text = ''
  let heardCharacters = 0
  let charactersToSkip = 0
  let isClosed = false
  const timers = new Set<NodeJS.Timeout>()
  /** Of pauses whose words have not begun to arrive. */
  const awaiting = new Set<NodeJS.Timeout>()
  let lateTimer: NodeJS.Timeout | undefined

  function deliver(): void {
    clearTimeout(lateTimer)
    const final = text.trim()
    text = ''
    if (!final) return
    onFinal(final)
    listener.final(final)
  }

  function answerPause(afterMs: number, timersOfKind: Set<NodeJS.Timeout>): void {
    const timer = setTimeout(() => {
      timersOfKind.delete(timer)
      deliver()
      if (!isClosed) listener.finalized()
    }, afterMs)
    timersOfKind.add(timer)
  }

  /** The words before the pauses have begun to arrive, or would have if there were any. */
  function expectNoMore(): void {
    for (const timer of awaiting) {
      clearTimeout(timer)
      answerPause(pauseMs, timers)
    }
    awaiting.clear()
  }

  return {
    /** More words of the customer. */
    heard(delta: string) {
      const skipped = Math.min(charactersToSkip, delta.length)
      charactersToSkip -= skipped
      heardCharacters += delta.length
      text += delta.slice(skipped)
      if (text.length > maxCharacters) return deliver()
      const interim = text.trim()
      if (!interim) return
      expectNoMore()
      listener.interim(interim)
      // Words that arrive after the end of the activity.
      clearTimeout(lateTimer)
      if (!isSpeaking() && timers.size === 0) lateTimer = setTimeout(deliver, pauseMs)
    },
    /** Answers a pause after the words before it, which can be late. Only speech that is or will be sent has words. */
    paused(speech: 'sent' | 'waiting' | 'none'): void {
      if (speech === 'none') answerPause(0, timers)
      else if (speech === 'sent' && (streamsWords || heardCharacters > 0)) answerPause(pauseMs, timers)
      else answerPause(wordsMs, awaiting)
    },
    /** The audio of another activity follows. */
    begin(): void {
      heardCharacters = charactersToSkip = 0
      if (streamsWords) expectNoMore()
    },
    /** The audio of the latest activity is sent again: words that were heard before are skipped. */
    repeat(): void {
      charactersToSkip = heardCharacters
      heardCharacters = 0
    },
    close(): void {
      isClosed = true
      clearTimeout(lateTimer)
      for (const timer of [...timers, ...awaiting]) clearTimeout(timer)
    },
  }
}
