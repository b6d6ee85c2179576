// Passes on the visible text of an answer, or holds it as long as it can turn out to be a thought.
import { createCodeTracker } from './code-tracker.ts'
import { answerTooLongFailure } from './failure.ts'

/** As for the events of an answer. */
export const maxHeldCharacters = 50_000

interface AnswerOutputOptions {
  /** Everything is held until the end. */
  holdsAll: boolean
  /** Text is held until a thought has ended. */
  expectsThought: boolean
}

export function openAnswerOutput({ holdsAll, expectsThought }: AnswerOutputOptions) {
  const code = createCodeTracker()
  let isHolding = holdsAll || expectsThought
  let held = ''
  /** Text that was passed on or held. */
  let last = ''
  let hasThought = false
  let hasUnopenedThought = false
  /** The text after a thought begins without a second space. */
  let isAfterThought = false
  let hasStrike = false
  /** Where in `held` a thought may have been closed within code. */
  let closedInCode: number | undefined

  /** All text so far was a thought. */
  function dropHeld(): void {
    hasUnopenedThought ||= held !== ''
    held = ''
    last = ''
    code.reset()
    closedInCode = undefined
    isHolding = holdsAll
  }

  function endThought(): void {
    hasThought = true
    isAfterThought = true
  }

  return {
    /** Whether the text so far ends within code. */
    code,
    isHolding: () => isHolding,
    hasBegun: () => last !== '',
    hasThought: () => hasThought,
    hasUnopenedThought: () => hasUnopenedThought,
    /** HTML strikes through a part of the text. */
    hasStrike: () => hasStrike,

    /** Returns what can be passed on. */
    say(text: string): string {
      const said = last === '' || (isAfterThought && /\s$/.test(last)) ? text.trimStart() : text
      if (said === '') return ''
      isAfterThought = false
      last = said
      hasStrike ||= said.includes('<s>')
      code.read(said)
      if (!isHolding) return said
      held += said
      if (held.length > maxHeldCharacters) throw answerTooLongFailure()
      return ''
    },

    hold(): void {
      isHolding = true
    },

    /** Returns what was held, unless everything is held. */
    release(): string {
      if (holdsAll || !isHolding) return ''
      isHolding = false
      const text = held
      held = ''
      return text
    },

    /** A thought has ended that the model had opened. */
    closeThought(): void {
      endThought()
      // A model that opens its thoughts is not expected to close others.
      if (held === '') isHolding = holdsAll
    },

    /** A thought has ended that was opened in the prompt, so what was held belongs to it. */
    closeUnopenedThought(): void {
      if (isHolding) dropHeld()
      else hasUnopenedThought ||= last !== ''
      endThought()
    },

    /** The mark can end a thought that was opened in the prompt and contains an unfinished fence. */
    closeInFence(mark: string): void {
      if (code.isFence()) closedInCode ??= held.length + mark.length
    },

    /** The held text. `mayBeThought`: the answer ended before a thought that has no opening mark was closed. */
    end(mayBeThought: (held: string) => boolean): string {
      if (closedInCode !== undefined && code.isFence()) held = held.slice(closedInCode)
      return isHolding && !hasThought && mayBeThought(held) ? '' : held
    },
  }
}
