// Delivers the words of the caller, which Gemini transcribes without saying when they are complete.
import type { RealtimeListener } from '#server/ports/realtime-model.ts'

export interface CallerWords {
  /** More words of the caller. */
  heard(delta: string): void
  /** Answers a pause after late words. Words cannot arrive while the caller is not transcribed. */
  paused(isTranscribed: boolean): void
  /** The pauses that follow are answered after `release`, or after a time limit. */
  hold(): void
  release(): void
  /** The audio of another activity follows. */
  begin(): void
  /** The audio of the latest activity is sent again: words that were heard before are skipped. */
  repeat(): void
  close(): void
}

/** A longer text is delivered in parts. */
const maxCharacters = 6_000
const maxHoldMs = 3_000

export function createCallerWords(
  listener: Pick<RealtimeListener, 'interim' | 'final' | 'finalized'>,
  { pauseMs, isSpeaking, onFinal }: { pauseMs: number; isSpeaking(): boolean; onFinal(text: string): void },
): CallerWords {
  let text = ''
  let heardCharacters = 0
  let charactersToSkip = 0
  let isHeld = false
  const timers = new Set<NodeJS.Timeout>()
  const held = new Set<NodeJS.Timeout>()
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
      listener.finalized()
    }, afterMs)
    timersOfKind.add(timer)
  }

  return {
    heard(delta) {
      const skipped = Math.min(charactersToSkip, delta.length)
      charactersToSkip -= skipped
      heardCharacters += delta.length
      text += delta.slice(skipped)
      if (text.length > maxCharacters) return deliver()
      const interim = text.trim()
      if (!interim) return
      listener.interim(interim)
      // Words that arrive after the end of the activity.
      clearTimeout(lateTimer)
      if (!isSpeaking() && timers.size === 0) lateTimer = setTimeout(deliver, pauseMs)
    },
    paused(isTranscribed) {
      if (isHeld) answerPause(maxHoldMs, held)
      else answerPause(isTranscribed ? pauseMs : 0, timers)
    },
    hold() {
      isHeld = true
    },
    release() {
      isHeld = false
      for (const timer of held) {
        clearTimeout(timer)
        answerPause(pauseMs, timers)
      }
      held.clear()
    },
    begin() {
      heardCharacters = charactersToSkip = 0
    },
    repeat() {
      charactersToSkip = heardCharacters
      heardCharacters = 0
    },
    close() {
      clearTimeout(lateTimer)
      for (const timer of [...timers, ...held]) clearTimeout(timer)
    },
  }
}
