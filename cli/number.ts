// `parley number`: assigns phone numbers of the installation's carrier account to an account.

import { parseArgs } from 'node:util'
import { isE164 } from '@parley/rules'
import { assignPhoneNumber } from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { accountIdOf, print, UsageError } from './command.ts'

export async function number(args: string[]): Promise<number> {
  const [action, ...rest] = args
  const usage = 'Usage: parley number assign ACCOUNT NUMBER'
  if (action !== 'assign') throw new UsageError(usage)
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [id, phoneNumber] = positionals
  const accountId = accountIdOf(id, usage)
  if (!phoneNumber || !isE164(phoneNumber))
    throw new UsageError('NUMBER must be in E.164 format, such as +14155238886.')
  return withAppContext(async ({ context }) => {
    const { id: phoneNumberId } = await assignPhoneNumber(context, { accountId, phoneNumber })
    const text = `Assigned ${phoneNumber} to account ${id} as phone number ${phoneNumberId}.\n`
    print(values.json, { account_id: accountId, phone_number_id: phoneNumberId }, text)
    return 0
  })
}
