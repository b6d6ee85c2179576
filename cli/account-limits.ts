// `parley account limits`: shows and changes the limits for the outgoing calls of an account.
import { parseArgs } from 'node:util'
import { changeCallingLimits } from '#server/operator/calling-limits.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { accountIdOf, print, UsageError } from './command.ts'

const counts = {
  'concurrent-calls': 'concurrentCalls',
  'calls-per-minute': 'callsPerMinute',
  'calls-per-hour-to-number': 'callsPerHourToNumber',
  'calls-per-hour-to-prefix': 'callsPerHourToPrefix',
} as const
const amounts = { 'spend-per-hour': 'spendPerHourMicros', 'spend-per-day': 'spendPerDayMicros' } as const

export async function accountLimits(args: string[]): Promise<number> {
  const options = Object.fromEntries(
    [...Object.keys(counts), ...Object.keys(amounts), 'countries'].map((name) => [name, { type: 'string' as const }]),
  )
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { ...options, json: { type: 'boolean', default: false } },
  })
  const accountId = accountIdOf(positionals[0], 'Usage: parley account limits ID [options]')
  const { json, countries, ...flags } = values as Record<string, string | undefined> & { json: boolean }
  const limits = Object.fromEntries(Object.entries(flags).map(([name, value]) => readLimit(name, value!)))
  return withAppContext(async ({ context }) => {
    const policy = await changeCallingLimits(context, { accountId, limits, countries: readCountries(countries) })
    const { allowsFictional: _local, ...shown } = policy
    const lines = Object.entries(shown).map(([name, value]) => `${name}: ${value}\n`)
    print(json, shown, lines.join(''))
    return 0
  })
}

/** `default` restores the default of the installation. */
function readLimit(name: string, value: string): [string, number | null] {
  const isAmount = name in amounts
  const limit = { ...counts, ...amounts }[name as keyof typeof counts | keyof typeof amounts]
  if (value === 'default') return [limit, null]
  const form = isAmount ? /^\d{1,9}(?:\.\d{1,6})?$/ : /^\d{1,6}$/
  if (!form.test(value))
    throw new UsageError(`--${name} must be ${isAmount ? 'an amount of US dollars' : 'a whole number'}, or default.`)
  return [limit, isAmount ? Math.round(Number(value) * 1_000_000) : Number(value)]
}

function readCountries(countries: string | undefined): string[] | null | undefined {
  if (countries === undefined) return undefined
  return countries === 'default' ? null : countries.split(',').map((country) => country.trim())
}
