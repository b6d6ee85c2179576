// Registers senders, submits templates, and lists the refusals that tests of senders expect.
import type { CallInput, ReplyOf } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { assignSender } from '#server/features/senders/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import { refusedWith } from '../requests/expect-refusal.ts'

type Template = ReplyOf<typeof contract.senders.createTemplate>['data']
type TemplateFields = Partial<CallInput<typeof contract.senders.createTemplate>>

export interface AccountWithSender extends TestAccount {
  senderId: number
}

/** The URL at which the carrier of the installation must report the messages for senders. */
export const inboundUrlOf = ({ carriers, settings }: AppContext): string =>
  carriers.of(settings.carrierAccount).messages.inboundUrl

export const registerSender = async (
  parley: TestApp,
  { client }: TestAccount,
  phone_number = parley.addCarrierNumber(),
  fields = {},
) => (await client.senders.create({ phone_number, display_name: 'Bakery', ...fields })).data

/** Creates an account with a sender. Direct accounts register theirs; tenants get theirs from the operator. */
export async function createAccountWithSender(
  parley: TestApp,
  kind: 'direct' | 'tenant' = 'direct',
): Promise<AccountWithSender> {
  const account = await parley.createAccount({ kind })
  if (kind === 'direct') return { ...account, senderId: (await registerSender(parley, account)).id }
  const assignment = { accountId: account.account.id, phoneNumber: parley.addCarrierNumber(), templateIds: [] }
  return { ...account, senderId: (await assignSender(parley.app.context, assignment)).id }
}

let templates = 0
export const createTemplateName = (): string => `order_shipped_no${++templates}x`

export const templateBody = 'Hello {{1}}, your order {{2}} has left our bakery today.'

export const createTemplate = ({ client, senderId }: AccountWithSender, fields: TemplateFields = {}) =>
  client.senders.createTemplate({
    senderId,
    name: createTemplateName(),
    language: 'en_US',
    category: 'utility',
    body_text: templateBody,
    ...fields,
  })

export const listTemplates = async (
  { client, senderId }: AccountWithSender,
  status: 'approved' | 'pending' | 'rejected' | 'all' = 'all',
): Promise<Template[]> => (await client.senders.listTemplates({ senderId, status })).data

export const findListedTemplate = async (sender: AccountWithSender, name: string): Promise<Template | undefined> =>
  (await listTemplates(sender)).find((template) => template.name === name)

/** Sends a request to the API of the carrier. */
export function requestOfCarrier({ carrier }: TestApp, path: string, method = 'GET'): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${carrier.accountSid}:${carrier.authToken}`).toString('base64')}`
  return fetch(`${carrier.baseUrl}${path}`, { method, headers: { authorization } })
}

export function invalidFields(errors: Record<string, string[]>) {
  const [first, ...rest] = Object.values(errors).flat()
  const more = rest.length === 0 ? '' : ` (and ${rest.length} more ${rest.length === 1 ? 'error' : 'errors'})`
  return refusedWith(422, { message: `${first}${more}`, errors })
}

export const senderNotFound = refusedWith(404, {
  success: false,
  error: 'Sender not found',
  error_code: 'SENDER_NOT_FOUND',
})

export const carrierUnavailable = refusedWith(503, {
  success: false,
  error: 'The carrier cannot be reached right now. Please try again.',
  error_code: 'CARRIER_UNAVAILABLE',
})
