// `parley member`: creates members of an account, and links with which users set a new password.
import { parseArgs } from 'node:util'
import { memberRole } from '#contract/wire/roles.ts'
import {
  addMember,
  isMailAddress,
  passwordLink,
  resetMember,
  setEmail,
  setOperator,
} from '#server/operator/accounts.ts'
import { withAppContext } from '#server/operator/with-app-context.ts'
import { accountIdOf, print, UsageError } from './command.ts'

const usage =
  'Usage: parley member create ACCOUNT --email E --name N [--role ROLE] | parley member link|reset EMAIL | parley member operator EMAIL on|off | parley member email EMAIL NEW'

export async function member(args: string[]): Promise<number> {
  const [action, ...rest] = args
  if (action === 'create') return create(rest)
  if (action === 'link' || action === 'reset') return link(action, rest)
  if (action === 'operator') return operator(rest)
  if (action === 'email') return email(rest)
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
      existing: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const accountId = accountIdOf(positionals[0], usage)
  const { email, name, operator: isOperator, existing: canExist } = values
  const role = memberRole.safeParse(values.role)
  if (!email || !isMailAddress(email.trim())) throw new UsageError('--email must be an email address.')
  if (!name?.trim()) throw new UsageError('--name is required.')
  if (!role.success) throw new UsageError('--role must be owner, editor, agent or viewer.')
  return withAppContext(async ({ context }) => {
    const input = { accountId, email: email.trim(), name: name.trim(), role: role.data, isOperator, canExist }
    const added = await addMember(context, input).catch(explainRefusal)
    const text = `User ${added.userId} is ${role.data} of account ${accountId}. This link signs in once, within a day:\n${added.url}\n`
    print(values.json, { user_id: added.userId, url: added.url }, text)
    return 0
  })
}

const refusals: Record<string, string> = {
  ACCOUNT_NOT_FOUND: 'The account does not exist.',
  EMAIL_TAKEN: 'Another user has this email.',
  ALREADY_MEMBER: 'This user is a member already.',
  USER_EXISTS:
    'A user with this email exists, who may be another person. With --existing, the user becomes a member, and the password, the authenticator app and all sessions of the user are removed.',
}

function explainRefusal(error: unknown): never {
  const text = refusals[(error as { code?: string }).code ?? '']
  throw text === undefined ? error : new Error(text)
}

function readEmail(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [email, word] = positionals
  if (!email) throw new UsageError(usage)
  return { email, word, json: values.json }
}

async function link(action: 'link' | 'reset', args: string[]): Promise<number> {
  const { email, json } = readEmail(args)
  return withAppContext(async ({ context }) => {
    const url = await (action === 'link' ? passwordLink : resetMember)(context, email)
    if (!url) throw new Error(`There is no user with the email ${email}.`)
    const purpose = action === 'link' ? 'sets a new password, within an hour' : 'signs in once, within a day'
    print(json, { url }, `This link ${purpose}:\n${url}\n`)
    return 0
  })
}

async function operator(args: string[]): Promise<number> {
  const { email, word, json } = readEmail(args)
  if (word !== 'on' && word !== 'off') throw new UsageError(usage)
  return withAppContext(async ({ context }) => {
    if (!(await setOperator(context, email, word === 'on')))
      throw new Error(`There is no user with the email ${email}.`)
    const text = `${email} is ${word === 'on' ? 'an operator' : 'no operator'} of the installation. All sessions of the user have ended.\n`
    print(json, { email, is_operator: word === 'on' }, text)
    return 0
  })
}

async function email(args: string[]): Promise<number> {
  const { email: old, word: next, json } = readEmail(args)
  if (!next || !isMailAddress(next)) throw new UsageError(usage)
  return withAppContext(async ({ context }) => {
    if (!(await setEmail(context, old, next).catch(explainRefusal)))
      throw new Error(`There is no user with the email ${old}.`)
    print(json, { email: next }, `The user signs in with ${next}.\n`)
    return 0
  })
}
