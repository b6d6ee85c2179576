// Tells whether the customer speaks into the telephone, or farther away from it, to another person.
import type { Step, TurnTakingState } from './types.ts'

/** Speech is far away if it is quieter by this than what the customer usually says. */
const distantDb = 10
/** Longer speech is meant for the assistant, however quiet it is. */
const longestAsideMs = 3_000
/** How much a turn changes what is usual. */
const learnedShare = 0.3
/** The same for distant turns: they are rarely meant for the assistant, but the customer can have become quieter. */
const learnedDistantShare = 0.15

/** Whether everything that the customer has said in the current turn is meant for another person. */
export const isAside = (state: TurnTakingState): boolean =>
  isDistant(state) && state.utterance.spokenMs < longestAsideMs

const isDistant = ({ usualDb, utterance: { loudestDb } }: TurnTakingState): boolean =>
  usualDb !== undefined && loudestDb !== undefined && loudestDb < usualDb - distantDb

/** The current turn is complete. What is said while the assistant speaks can be meant for another person. */
export function learnLevel({ state, situation }: Step): void {
  const { usualDb, utterance } = state
  const { loudestDb } = utterance
  if (loudestDb === undefined || situation.assistant !== 'silent') return
  const share = isDistant(state) ? learnedDistantShare : learnedShare
  state.usualDb = usualDb === undefined ? loudestDb : usualDb + share * (loudestDb - usualDb)
}
