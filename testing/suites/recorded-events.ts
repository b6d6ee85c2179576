// Records what an adapter for speech reports, and waits for it.
import assert from 'node:assert/strict'
import type { SpeechFailure } from '#server/ports/speech-to-text.ts'

/** What all of them report. */
export type HeardEvent =
  | { type: 'interim' | 'final'; text: string }
  | { type: 'finalized' | 'turnEnded' }
  | { type: 'failed'; failure: SpeechFailure }

export const wordsOf = (text: string) => (text.toLowerCase().match(/[a-z0-9']+/g) ?? []).join(' ')

/** `reported` is called before an event is stored. */
export function recordEvents<Event extends { type: string }>(
  reported: (event: Event | HeardEvent, isInMethod: boolean) => void,
) {
  const events: (Event | HeardEvent)[] = []
  let isInMethod = false
  let changed = Promise.withResolvers<void>()

  function record(event: Event | HeardEvent): void {
    reported(event, isInMethod)
    events.push(event)
    changed.resolve()
    changed = Promise.withResolvers()
  }

  /** Waits for the condition. A failure fails the test. */
  async function until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      const failed = events.find((event) => 'failure' in event)
      if (failed) throw (failed as { failure: SpeechFailure }).failure
      await changed.promise
    }
  }

  return {
    events,
    record,
    until,
    /** Resolves with the next event. */
    next: () => changed.promise,
    /** A method of the adapter, which reports nothing before it returns. */
    guarded<T>(method: () => T): T {
      isInMethod = true
      try {
        return method()
      } finally {
        isInMethod = false
      }
    },
    finalized: (count: number) => until(() => events.filter(({ type }) => type === 'finalized').length >= count),
    words: () =>
      events
        .flatMap((event) => (event.type === 'final' && 'text' in event ? [wordsOf(String(event.text))] : []))
        .join(' '),
    /** Everything that the adapter has already started to report has arrived after a few turns of the event loop. */
    async noMoreEvents(expected = events.length): Promise<void> {
      for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
      assert.equal(events.length, expected)
    },
  }
}
