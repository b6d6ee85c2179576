// Tests of assistants: scripts and simulations against their settings, in virtual time.
export { afterGreeting, answers } from './examples.ts'
export type { Lab, LabCheck, LabInput, LabResult } from './lab.ts'
export { type Score, scoresOf, withoutGuesses } from './scores.ts'
export { insertTest } from './store.ts'
