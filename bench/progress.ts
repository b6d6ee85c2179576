// Tells on standard error how far a bench is; its figures go to standard output.
import { stopIfAsked } from './stop.ts'

const startedAt = performance.now()

export function progress(sentence: string): void {
  stopIfAsked()
  process.stderr.write(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(5)} s  ${sentence}\n`)
}
