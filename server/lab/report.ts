// The report of a run for the terminal.

import { counted } from '#server/platform/text/counted.ts'
import { addInteractions } from '#server/voice/interaction/measure-interaction.ts'
import { describeInteraction } from './describe-interaction.ts'
import { milliseconds, seconds } from './run/describe.ts'
import type { RunResult } from './run/result.ts'

export interface Measured {
  results: readonly RunResult[]
  /** Processor time of the runs. */
  processorMs: number
}

export function reportOf(result: RunResult): string {
  const { passed, name, file, failure, durationMs, expectations, latencies } = result
  const met = expectations.filter((expectation) => expectation.met).length
  const longest = latencies.map(({ fromMs, toMs }) => toMs - fromMs).reduce((a, b) => Math.max(a, b), 0)
  const slowest = latencies.length === 0 ? '' : `, and the slowest answer took ${milliseconds(longest)}`
  const wereMet = `${counted(met, 'expectation was', 'expectations were')} met`
  const head = `${passed ? 'pass' : 'FAIL'}  ${name}  (The call lasted ${seconds(durationMs)}, ${wereMet}${slowest}.)`
  return failure ? `${head}\n      ${file}:${failure.line}: ${failure.message}\n${transcriptOf(result)}` : `${head}\n`
}

const transcriptOf = ({ transcript }: RunResult): string =>
  transcript
    .map(({ atMs, speaker, text, interrupted }) => {
      const who = speaker === 'assistant' ? 'Assistant' : 'Customer'
      return `      ${seconds(atMs).padStart(9)}  ${who}: ${text}${interrupted ? ' [interrupted]' : ''}\n`
    })
    .join('')

export function summaryOf({ results, processorMs }: Measured): string {
  const minutes = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000
  const interaction = describeInteraction(addInteractions(results.map((result) => result.interaction)))
  const time = `${minutes.toFixed(1)} minutes of calls took ${(processorMs / 1000).toFixed(2)} s of processor time.`
  return `\n${outcomeOf(results)} ${time}\n${interaction}\n`
}

function outcomeOf(results: readonly RunResult[]): string {
  const passed = results.filter((result) => result.passed).length
  const failed = results.length - passed
  if (failed === 0) return `${counted(passed, 'scenario')} passed.`
  if (passed === 0) return `${counted(failed, 'scenario')} failed.`
  return `${counted(passed, 'scenario')} passed, ${failed} failed.`
}
