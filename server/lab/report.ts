// The report of a run for the terminal.

import { addInteractions } from '#server/voice/interaction/measure-interaction.ts'
import { describeInteraction } from './describe-interaction.ts'
import { seconds } from './run/describe.ts'
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
  const slowest = latencies.length === 0 ? '' : `, slowest answer ${Math.round(longest)} ms`
  const head = `${passed ? 'pass' : 'FAIL'}  ${name}  (${seconds(durationMs)}, ${met} expectations met${slowest})`
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
  const failed = results.filter(({ passed }) => !passed).length
  const minutes = results.reduce((sum, { durationMs }) => sum + durationMs, 0) / 60_000
  const scenarios = results.length === 1 ? '1 scenario' : `${results.length} scenarios`
  const outcome = failed === 0 ? `${scenarios} passed.` : `${failed} of ${scenarios} failed.`
  const interaction = describeInteraction(addInteractions(results.map((result) => result.interaction)))
  const time = `${minutes.toFixed(1)} minutes of calls in ${(processorMs / 1000).toFixed(2)} s of processor time.`
  return `\n${outcome} ${time}\n${interaction}\n`
}
