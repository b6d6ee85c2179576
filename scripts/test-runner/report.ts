// Prints the results of a test run for a terminal.
import type { Counts, FileResult } from './file-result.ts'
import type { RunResult } from './run-test-files.ts'

const slowestShown = 10

export function printResult({ file, passed, durationMs, cpuMs, output }: FileResult, isSecond: boolean): void {
  const run = isSecond ? 'second run ' : ''
  const outcome = passed ? '' : isSecond ? ' failed again' : ' failed; it runs once more by itself'
  console.log(
    `${passed ? '▶' : '✖'} ${run}${file} (${seconds(durationMs)}, processor ${seconds(cpuMs)})${outcome}\n${output}`,
  )
}

/** Prints where the time went, the files that needed a second run, and the counts; returns whether the run passed. */
export function printSummary({ first, second }: RunResult, durationMs: number): boolean {
  const slowest = first.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, slowestShown)
  const cpuMs = first.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  console.log(`Slowest files, with their processor time (all files: ${seconds(cpuMs)}):`)
  for (const { file, durationMs, cpuMs } of slowest)
    console.log(`${seconds(durationMs).padStart(9)} ${seconds(cpuMs).padStart(9)}  ${file}`)
  if (second.length > 0) console.log('\nFiles that failed and ran once more by themselves:')
  for (const { file, passed } of second)
    console.log(`  ${passed ? 'passed in the second run' : 'failed twice'}  ${file}`)

  const secondByFile = new Map(second.map((result) => [result.file, result]))
  const final = first.map((result) => secondByFile.get(result.file) ?? result)
  const total = (key: keyof Counts): number => final.reduce((sum, { counts }) => sum + counts[key], 0)
  console.log(`
ℹ tests ${total('tests')}
ℹ suites ${total('suites')}
ℹ pass ${total('passed')}
ℹ fail ${total('failed')}
ℹ cancelled ${total('cancelled')}
ℹ skipped ${total('skipped')}
ℹ todo ${total('todo')}
ℹ duration_ms ${Math.round(durationMs)}`)
  return final.every(({ passed }) => passed)
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
