// `parley account`: creates accounts, credits them and changes their limits.
import { parseArgs } from 'node:util'
import { changeAccountBalance, isTimeZone, openAccount } from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { accountLimits } from './account-limits.ts'
import { accountIdOf, print, UsageError } from './command.ts'

export async function account(args: string[]): Promise<number> {
  const [action, ...rest] = args
  if (action === 'create') return create(rest)
  if (action === 'credit') return creditAccount(rest)
  if (action === 'limits') return accountLimits(rest)
  throw new UsageError('Usage: parley account create … | parley account credit ID USD | parley account limits ID')
}

async function create(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      kind: { type: 'string', default: 'direct' },
      balance: { type: 'string', default: '0' },
      'time-zone': { type: 'string', default: 'UTC' },
      country: { type: 'string', default: 'US' },
      json: { type: 'boolean', default: false },
    },
  })
  const { email, name, kind, country, 'time-zone': timeZone } = values
  if (!email || !/^[^\s@]+@\S+$/.test(email)) throw new UsageError('--email must be an email address.')
  if (!name?.trim()) throw new UsageError('--name is required.')
  if (kind !== 'direct' && kind !== 'tenant') throw new UsageError('--kind must be direct or tenant.')
  if (!isTimeZone(timeZone)) throw new UsageError(`--time-zone must be an IANA time zone, not ${timeZone}.`)
  if (!/^[A-Z]{2}$/.test(country)) throw new UsageError('--country must be two capital letters, such as US.')
  const balanceMicros = microsOf(values.balance, { zero: true })
  return withAppContext(async ({ context }) => {
    const input = { email: email.trim(), name: name.trim(), kind, timeZone, country, balanceMicros } as const
    const { accountId, apiKey } = await openAccount(context, input)
    const text = `Created account ${accountId}. Its API key, which is shown only once:\n${apiKey}\n`
    print(values.json, { account_id: accountId, api_key: apiKey }, text)
    return 0
  })
}

async function creditAccount(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    // Otherwise a negative amount would be read as an option.
    args: args.filter((arg) => !isNegative(arg)),
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      kind: { type: 'string', default: 'top-up' },
      reference: { type: 'string' },
      ref: { type: 'string' },
      note: { type: 'string' },
      by: { type: 'string' },
    },
  })
  const [id, usd] = [...positionals, ...args.filter(isNegative)]
  const usage = 'Usage: parley account credit ID USD'
  const accountId = accountIdOf(id, usage)
  if (usd === undefined) throw new UsageError(usage)
  const { kind, note, by: author, reference = values.ref } = values
  if (kind !== 'top-up' && kind !== 'adjustment') throw new UsageError('--kind must be top-up or adjustment.')
  if (usd.startsWith('-') && kind === 'top-up') throw new UsageError('A negative amount needs --kind adjustment.')
  checkText('--reference', reference, 200)
  checkText('--note', note, 500)
  checkText('--by', author, 100)
  const amountMicros = Math.sign(Number(usd)) * microsOf(usd.replace(/^-/, ''), { zero: false })
  return withAppContext(async ({ context }) => {
    const change = { accountId, kind, amountMicros, reference, note, ...(author !== undefined && { author }) } as const
    const account = await changeAccountBalance(context, change).catch(explainRefusal)
    const balance = account.balanceMicros / 1_000_000
    const text = `The balance of account ${id} is ${balance.toFixed(2)} USD.\n`
    print(values.json, { account_id: accountId, balance_usd: balance }, text)
    return 0
  })
}

const isNegative = (text: string): boolean => /^-\d/.test(text)

function checkText(option: string, text: string | undefined, maxCharacters: number): void {
  if (text !== undefined && (text.trim() === '' || text.length > maxCharacters))
    throw new UsageError(`${option} must have 1 to ${maxCharacters} characters.`)
}

const refusals: Record<string, string> = {
  ACCOUNT_NOT_FOUND: 'The account does not exist.',
  INSUFFICIENT_BALANCE: 'The available balance (without holds) is lower than this amount.',
  REFERENCE_TAKEN: 'The reference was used for another amount.',
}

function explainRefusal(error: unknown): never {
  const text = refusals[(error as { code?: string }).code ?? '']
  throw text === undefined ? error : new Error(text)
}

function microsOf(usd: string, { zero }: { zero: boolean }): number {
  const micros = Math.round(Number(usd) * 1_000_000)
  if (!/^\d+(\.\d{1,6})?$/.test(usd) || micros > 1e15 || (micros === 0 && !zero)) {
    throw new UsageError(`The amount must be in US dollars, such as 25 or 0.50, not ${usd}.`)
  }
  return micros
}
