// Ends a call in which both sides have said goodbye, unless the customer continues.
import type { Deadlines } from '../../clock.ts'
import type { TranscriptEntry } from '../call-record.ts'

/** Some people add something after their goodbye. */
const pauseMs = 2_500

export interface GoodbyeOptions {
  deadlines: Deadlines
  transcript: readonly TranscriptEntry[]
  isFarewell(text: string): boolean
  hangUp(): void
}

export function createGoodbye({ deadlines, transcript, isFarewell, hangUp }: GoodbyeOptions) {
  let isQuiet = false

  /** The greeting of a call can begin with a word that is also said at the end, such as "Ciao". */
  function isSaid(): boolean {
    const spoken = transcript.filter(({ text }) => text !== '')
    const last = spoken.at(-1)
    const said = spoken.findLast(({ speaker }) => speaker === 'customer')
    const answers = spoken.filter(({ speaker }) => speaker === 'assistant')
    if (!said || last?.speaker !== 'assistant' || last.interrupted || answers.length < 2) return false
    return isFarewell(said.text) && isFarewell(last.text)
  }

  return {
    /** Called every 20 ms. `quiet`: neither side speaks, and nothing is being prepared. */
    tick(quiet: boolean): void {
      if (quiet === isQuiet) return
      isQuiet = quiet
      if (!quiet) deadlines.clear('goodbye')
      // Words of the customer can become known after the answer to them.
      else deadlines.set('goodbye', pauseMs, () => isSaid() && hangUp())
    },
  }
}
