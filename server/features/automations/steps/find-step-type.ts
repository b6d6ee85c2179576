// Finds the type of a step: one of the library, or one that the engine carries out itself.
import { type ControlType, controlTypes } from './control-steps.ts'
import { stepTypes } from './library.ts'
import type { StepType } from './step-type.ts'

export const findStepType = (type: string): StepType | ControlType | undefined =>
  controlTypes.get(type) ?? stepTypes.get(type)
