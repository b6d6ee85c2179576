// What a benchmark is, and the options that the command line can set.
import { parseArgs } from 'node:util'

type Parameter = number | boolean | readonly number[] | readonly string[]
export type Parameters = Record<string, Parameter>

/** With `short`, one process does everything on a test database, so that each step runs once within few seconds. */
export interface Form {
  short: boolean
}

export interface Bench<P extends Parameters = Parameters> {
  /** What it measures, for the list of benchmarks. */
  about: string
  /** Each is an option of the command line. A list of names contains all that can be chosen. */
  parameters: P
  /** Values with which it prints every result within a few seconds, for tests. They measure nothing. */
  short: Partial<P>
  run(parameters: P & Form): Promise<void>
}

/** Infers the types of the parameters: a list can have other items than its default. */
export const defineBench = <P extends Parameters>(bench: Bench<P>): Bench<P> => bench

/** Returns the parameters that the arguments name, with the defaults of the others. Throws if one is not valid. */
export function readParameters<P extends Parameters>({ parameters, short }: Bench<P>, args: string[]): P & Form {
  const options = Object.entries({ ...parameters, short: false }).map(([name, value]) => {
    return [name, { type: typeof value === 'boolean' ? ('boolean' as const) : ('string' as const) }] as const
  })
  const values: Record<string, unknown> = parseArgs({ args, options: Object.fromEntries(options) }).values
  const isShort = values['short'] === true
  const read: Parameters & Form = { ...parameters, ...(isShort && short), short: isShort }
  for (const [name, byDefault] of Object.entries(parameters)) {
    const value = values[name]
    if (typeof value === 'string') read[name] = parse(name, value, byDefault)
    else if (value === true) read[name] = true
  }
  return read as P & Form
}

function parse(name: string, text: string, byDefault: Parameter): Parameter {
  if (!Array.isArray(byDefault)) return positive(name, text)
  const items = text.split(',')
  if (typeof byDefault[0] === 'number') return items.map((item) => positive(name, item))
  const unknown = items.find((item) => !byDefault.includes(item))
  if (unknown === undefined) return items
  throw new Error(`--${name} must be one or more of ${byDefault.join(', ')}, not ${unknown}.`)
}

function positive(name: string, text: string): number {
  const value = Number(text)
  if (value > 0) return value
  throw new Error(`--${name} must be a number above 0, not ${text}.`)
}

export function usageOf(name: string, { about, parameters }: Bench): string {
  const options = Object.entries(parameters).map(([option, value]) => `  --${option} ${String(value)}`)
  return [`${name}: ${about}`, ...options].join('\n')
}
