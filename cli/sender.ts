// `parley sender`: assigns numbers and templates of the installation's carrier account to an account.
import { parseArgs } from 'node:util'
import { assignSender } from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { UsageError } from './usage-error.ts'

export async function sender(args: string[]): Promise<number> {
  const [action, ...rest] = args
  if (action !== 'assign') throw new UsageError('Usage: parley sender assign ACCOUNT NUMBER')
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
  if (!id || !/^[1-9]\d{0,14}$/.test(id)) throw new UsageError('Usage: parley sender assign ACCOUNT NUMBER')
  if (!phoneNumber || !/^\+[1-9]\d{6,14}$/.test(phoneNumber))
    throw new UsageError('NUMBER must be in E.164 format, such as +14155238886.')
  const displayName = values.name?.trim()
  return withAppContext(async ({ context }) => {
    const accountId = Number(id)
    const assignment = { accountId, phoneNumber, templateSids: values.template }
    const assigned = await assignSender(context, { ...assignment, ...(displayName ? { displayName } : {}) })
    const result = { account_id: accountId, sender_id: assigned.id, status: assigned.status }
    if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`)
    else
      process.stdout.write(
        `Assigned ${phoneNumber} to account ${id} as sender ${assigned.id}, which is ${assigned.status}.\n`,
      )
    return 0
  })
}
