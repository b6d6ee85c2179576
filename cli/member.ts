// `parley member`: creates members of an account, and links with which users set a new password.
import { parseArgs } from 'node:util'
import { memberRole } from '#contract/roles.ts'
import { addMember, passwordLink } from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { accountIdOf, print, UsageError } from './command.ts'

const usage = 'Usage: parley member create ACCOUNT --email E --name N [--role ROLE] | parley member link EMAIL'

export async function member(args: string[]): Promise<number> {
  const [action, ...rest] = args
  if (action === 'create') return create(rest)
  if (action === 'link') return link(rest)
  throw new UsageError(usage)
}

async function create(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      email: { type: 'string' },
      name: { type: 'string' },
      role: { type: 'string', default: 'owner' },
      operator: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const accountId = accountIdOf(positionals[0], usage)
  const { email, name, operator: isOperator } = values
  const role = memberRole.safeParse(values.role)
  if (!email || !/^[^\s@]+@\S+$/.test(email)) throw new UsageError('--email must be an email address.')
  if (!name?.trim()) throw new UsageError('--name is required.')
  if (!role.success) throw new UsageError('--role must be owner, editor, agent or viewer.')
  return withAppContext(async ({ context }) => {
    const input = { accountId, email: email.trim(), name: name.trim(), role: role.data, isOperator }
    const added = await addMember(context, input)
    if (!added) throw new Error(`Account ${accountId} does not exist.`)
    const text = `User ${added.userId} is ${role.data} of account ${accountId}. This link signs in once, within a day:\n${added.url}\n`
    print(values.json, { user_id: added.userId, url: added.url }, text)
    return 0
  })
}

async function link(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [email] = positionals
  if (!email) throw new UsageError(usage)
  return withAppContext(async ({ context }) => {
    const url = await passwordLink(context, email)
    if (!url) throw new Error(`There is no user with the email ${email}.`)
    print(values.json, { url }, `This link sets a new password, within an hour:\n${url}\n`)
    return 0
  })
}
