// Tests of assistants: scripts and simulations against their settings, in virtual time.
export type { Lab, LabCheck, LabInput, LabResult } from './lab.ts'
export { type Score, scoresOf, withoutGuesses } from './scores.ts'
