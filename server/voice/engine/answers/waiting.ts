// What the customer hears while waiting for an answer or for tools, and how long they may take.

import type { ToolCall } from '#server/ports/language-model.ts'
import type { Deadlines } from '../../clock.ts'
import type { CallTool, Phrases } from '../settings.ts'

const fillerMs = 700
/** The customer never waits longer without a sign. */
const patienceMs = 3_500
/** An answer that is not audible after this time is abandoned, unless earlier words are still being heard. */
const answerMs = 15_000

export interface WaitingOptions {
  deadlines: Deadlines
  /** A filler for what the customer said, if the assistant uses fillers. */
  fillerFor(text: string): string | undefined
  patience(): string
  say(text: string): void
  /** Whether the customer hears speech now. */
  isAudible(): boolean
  timedOut(): void
}

export function createWaiting({ deadlines, fillerFor, patience, say, isAudible, timedOut }: WaitingOptions) {
  /** Repeated, because a tool can take much longer. */
  const askForPatience = (afterMs: number): void =>
    deadlines.set('patience', afterMs, () => {
      say(patience())
      askForPatience(2 * patienceMs)
    })
  const abandon = (afterMs: number): void =>
    deadlines.set('answer', afterMs, () => (isAudible() ? abandon(patienceMs) : timedOut()))
  return {
    /** For the answer to `text`. */
    forAnswer(text: string | undefined): void {
      const filler = text === undefined ? undefined : fillerFor(text)
      if (filler !== undefined) deadlines.set('filler', fillerMs, () => say(filler))
      // Rounds of an answer that the customer does not hear are one wait.
      if (deadlines.has('answer')) return
      askForPatience(patienceMs)
      abandon(answerMs)
    },
    /** For tools, whose beginning was announced. */
    forTools: (): void => askForPatience(2 * patienceMs),
    end(): void {
      deadlines.clear('filler')
      deadlines.clear('patience')
      deadlines.clear('answer')
    },
  }
}

/** For one round of tool calls in addition to their own time limits. */
const toolsMs = 90_000
/** A transfer begins after its message and ends within its own limit. */
const transferMs = 130_000

export function waitFor(
  calls: readonly ToolCall[],
  tools: ReadonlyMap<string, CallTool>,
  phrases: Pick<Phrases, 'bridge'>,
) {
  const called = calls.map(({ name }) => tools.get(name))
  const isTransfer = called.some((tool) => tool?.kind === 'call_transfer')
  const bridged = called.find((tool) => tool?.kind === 'function' || isSilentTransfer(tool))
  return {
    limitMs: isTransfer ? transferMs : toolsMs,
    /** Spoken at the beginning, unless the answer has words. Other tools take effect at once, so nothing bridges them. */
    bridge: bridged && ((bridged.kind === 'function' ? bridged.speakDuring : undefined) ?? phrases.bridge()),
    /** The phrases of patience begin at once. */
    isFunction: bridged?.kind === 'function',
  }
}

const isSilentTransfer = (tool: CallTool | undefined): boolean =>
  tool?.kind === 'call_transfer' && tool.message === undefined
