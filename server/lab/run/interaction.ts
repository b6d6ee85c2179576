// Measures the turn-taking of a run from what the customer really said and heard.
import { type Interaction, measureInteraction, type Speech } from '#server/voice/interaction/measure-interaction.ts'
import type { ObservedCall } from './observed-call.ts'

/** Speech that ends this close to a command to discard audio was cut by it. */
const cutWithinMs = 25

export function interactionOf({ customerSounds, sounds, clearedMs, clock }: ObservedCall): Interaction {
  const customer = customerSounds.flatMap(({ utterance: kind, fromMs, toMs }) => (kind ? { kind, fromMs, toMs } : []))
  const assistant = sounds
    .filter(({ text }) => text !== '')
    .map(({ fromMs, toMs }): Speech => {
      return { fromMs, toMs, isCut: clearedMs.some((atMs) => Math.abs(atMs - toMs) <= cutWithinMs) }
    })
  return measureInteraction({ customer, assistant, endMs: clock.now() })
}
