// Accounts with a sender each, and templates for it, at a carrier of the test's own.
import type { CallInput, ReplyOf } from '#contract/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { assignSender } from '#server/features/senders/index.ts'
import { refusedWith } from './chat-fixtures.ts'
import { startTestApp, type TestAccount, type TestApp } from './test-app.ts'

export interface SenderFixture extends TestAccount {
  senderId: number
}

type Shown = ReplyOf<typeof contract.senders.createTemplate>['data']
type Given = Partial<CallInput<typeof contract.senders.createTemplate>>

export interface SenderFixtures extends AsyncDisposable {
  parley: TestApp
  /** A number that nobody has yet. */
  newNumber(): string
  openShop(kind?: 'direct' | 'tenant'): Promise<SenderFixture>
  list(shop: SenderFixture, status?: 'approved' | 'pending' | 'rejected' | 'all'): Promise<Shown[]>
  named(shop: SenderFixture, name: string): Promise<Shown | undefined>
  newName(): string
  submit(shop: SenderFixture, given?: Given): Promise<ReplyOf<typeof contract.senders.createTemplate>>
}

export async function createSenderFixtures(): Promise<SenderFixtures> {
  const parley = await startTestApp({ carrier: {} })
  let numbers = 0
  let names = 0
  const newName = (): string => `order_shipped_no${++names}x`
  const newNumber = (): string => {
    const number = `+1415556${String(++numbers).padStart(4, '0')}`
    parley.carrier.control.addSender({ number })
    return number
  }
  const list: SenderFixtures['list'] = async ({ client, senderId }, status = 'all') =>
    (await client.senders.listTemplates({ senderId, status })).data
  return {
    parley,
    newNumber,
    newName,
    list,
    named: async (shop, name) => (await list(shop)).find((template) => template.name === name),
    async openShop(kind = 'direct') {
      const holder = await parley.openAccount({ kind })
      if (kind === 'tenant') {
        const assignment = { accountId: holder.account.id, phoneNumber: newNumber(), templateSids: [] }
        return { ...holder, senderId: (await assignSender(parley.app.context, assignment)).id }
      }
      const { data } = await holder.client.senders.create({ phone_number: newNumber(), display_name: 'Shop' })
      return { ...holder, senderId: data.id }
    },
    submit: ({ client, senderId }, given = {}) =>
      client.senders.createTemplate({
        senderId,
        name: newName(),
        language: 'en_US',
        category: 'utility',
        body_text: fixtureBodyText,
        ...given,
      }),
    [Symbol.asyncDispose]: () => parley[Symbol.asyncDispose](),
  }
}

export const fixtureBodyText = 'Hello {{1}}, your order {{2}} has left our house today.'

export const carrierUnavailable = refusedWith(503, {
  success: false,
  error: 'The carrier cannot be reached right now. Please try again.',
  error_code: 'CARRIER_UNAVAILABLE',
})
