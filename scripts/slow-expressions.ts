// Decides whether the running time of regular expressions can grow faster than their input, by analysis and by trial.
import { createContext, Script } from 'node:vm'
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { analyse } from 'scslre'

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

/** Only repetitions with at least this maximum are attacked. */
const longRepetition = 1000
const ends = ['\u0000', '\n\u0000', '']
const candidates = [...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)), ' ', '\t', 'é', '\n']

/** An input consists of `head`, repetitions of `pump`, and `end`. */
interface Attack {
  head: string
  pump: string
  end: string
}

/** Inputs that make the expression backtrack: repeated matches of its parts, and an end that it rejects. */
function attacksOn(source: string, flags: string): Attack[] {
  const isUnicode = /[uv]/.test(flags)
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: isUnicode && !flags.includes('v'),
    unicodeSets: flags.includes('v'),
  })
  const attacks: Attack[] = []

  const add = (head: string, pumps: string[], rejected: string): void => {
    for (const pump of new Set(pumps.filter((repeated) => repeated !== '')))
      for (const end of new Set([...ends, rejected])) attacks.push({ head: '', pump, end }, { head, pump, end })
  }

  /** `before` matches everything before the node. */
  const walk = (alternatives: readonly AST.Alternative[], before: string): void => {
    for (const { elements } of alternatives) {
      let word = ''
      for (const element of elements) {
        const repeated = element.type === 'Quantifier' ? element : undefined
        const node = repeated?.element ?? element
        if (repeated && repeated.max >= longRepetition) {
          const words = wordsOf(node)
          const prefix = before + word
          add(prefix, [...words, prefix, word, ...words.map((text) => word + text)], rejectedBy(node))
        }
        if ('alternatives' in node) walk(node.alternatives, before + word)
        word += wordOf(element)
      }
    }
  }

  const wordsOf = (node: AST.Element): string[] =>
    'alternatives' in node ? node.alternatives.map(wordOfAll) : [wordOf(node)]
  const wordOfAll = ({ elements }: AST.Alternative): string => elements.map(wordOf).join('')

  const test = ({ raw }: AST.Element): RegExp => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, ''))
  const rejectedBy = (node: AST.Element): string =>
    node.type === 'CharacterSet' || node.type === 'CharacterClass'
      ? (candidates.find((candidate) => !test(node).test(candidate)) ?? '')
      : ''

  function wordOf(node: AST.Element): string {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value)
      case 'CharacterSet':
      case 'CharacterClass':
        return candidates.find((candidate) => test(node).test(candidate)) ?? ''
      case 'Quantifier':
        return wordOf(node.element).repeat(Math.min(Math.max(1, node.min), longRepetition))
      case 'Group':
      case 'CapturingGroup':
        return wordOfAll(node.alternatives[0]!)
      default:
        return ''
    }
  }

  walk(pattern.alternatives, '')
  return attacks
}
