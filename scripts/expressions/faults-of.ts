// Decides whether the running time of regular expressions can grow faster than their input, by analysis and by trial.
import { createContext, Script } from 'node:vm'
import { analyse } from 'scslre'
import { type Attack, attacksOn } from './attacks.ts'

const inputLength = 60_000
/** A linear expression reads such an input in about a millisecond, a quadratic one in hundreds. */
const slowMs = 40
const timeLimitMs = 2_000

/** Returns the faults by expression. */
export function faultsOf(expressions: readonly RegExp[]): Map<RegExp, string> {
  const faults = new Map<RegExp, string>()
  for (const expression of expressions) {
    const { reports } = analyse(expression)
    if (reports.length === 0) continue
    const growth = reports.some(({ exponential }) => exponential) ? 'exponential' : 'super-linear'
    faults.set(expression, `is ${growth} in the character ${reports[0]!.character.literal.source.slice(0, 40)}`)
  }
  const others = expressions.filter((expression) => !faults.has(expression))
  for (const { expression, pump } of findSlow(others)) {
    faults.set(expression, `is super-linear in an input that repeats ${JSON.stringify(pump)}`)
  }
  return faults
}

interface Trial extends Attack {
  expression: RegExp
}

const cpuMs = (): number => process.threadCpuUsage().user / 1000

function runTrial({ expression, head, pump, end }: Trial): void {
  // A copy, because the search of a sticky or global expression begins where its last one ended.
  new RegExp(expression, expression.flags.replace('g', '')).test(
    head + pump.repeat(Math.ceil(inputLength / pump.length)) + end,
  )
}

/** Many trials share a run with a time limit, because each such run starts a thread. */
function findSlow(expressions: readonly RegExp[]): Trial[] {
  const trials = expressions.flatMap((expression) =>
    attacksOn(expression.source, expression.flags).map((attack) => ({ expression, ...attack })),
  )
  const slow = new Map<RegExp, Trial>()
  let at = 0
  let began = 0
  const next = (): boolean => {
    while (at < trials.length && slow.has(trials[at]!.expression)) at++
    const trial = trials[at]
    if (!trial) return false
    began = cpuMs()
    runTrial(trial)
    if (cpuMs() - began > slowMs) slow.set(trial.expression, trial)
    at++
    return true
  }
  const context = createContext({ next })
  const run = new Script('while (next()) {}')
  while (at < trials.length) {
    try {
      run.runInContext(context, { timeout: timeLimitMs })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error
      const trial = trials[at]
      // On a busy machine the time can run out during a fast trial, which is then repeated.
      if (trial && cpuMs() - began > slowMs) slow.set(trial.expression, trial)
    }
  }
  return [...slow.values()]
}
