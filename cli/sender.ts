// `parley sender`: assigns numbers and templates of the installation's carrier account to an account.

import { parseArgs } from 'node:util'
import { isE164 } from '@parley/rules'
import { assignSender } from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { accountIdOf, print, UsageError } from './command.ts'

export async function sender(args: string[]): Promise<number> {
  const [action, ...rest] = args
  const usage = 'Usage: parley sender assign ACCOUNT NUMBER'
  if (action !== 'assign') throw new UsageError(usage)
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      name: { type: 'string' },
      template: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  })
  const [id, phoneNumber] = positionals
  const accountId = accountIdOf(id, usage)
  if (!phoneNumber || !isE164(phoneNumber))
    throw new UsageError('NUMBER must be in E.164 format, such as +14155238886.')
  const displayName = values.name?.trim()
  return withAppContext(async ({ context }) => {
    const assignment = { accountId, phoneNumber, templateIds: values.template }
    const { id: senderId, status } = await assignSender(context, { ...assignment, ...(displayName && { displayName }) })
    const text = `Assigned ${phoneNumber} to account ${id} as sender ${senderId}, which is ${status}.\n`
    print(values.json, { account_id: accountId, sender_id: senderId, status }, text)
    return 0
  })
}
