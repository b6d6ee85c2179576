// One step of turn-taking: the state that an event changes, and the commands that follow from it.
import type { Situation, TurnCommand, TurnTakingRules, TurnTakingState } from './types.ts'

export interface Step {
  readonly nowMs: number
  readonly rules: TurnTakingRules
  /** As it is after the commands so far. */
  situation: Situation
  readonly commands: TurnCommand[]
  /** The step's own copy. */
  readonly state: TurnTakingState
}
