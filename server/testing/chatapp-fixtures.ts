// A Parley with a sandbox carrier, a scripted model and holders who have senders, for the tests of messages.
import { setTimeout } from 'node:timers/promises'
import type { FaultName, TemplateToAdd } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/endpoint.ts'
import { type contract, ParleyError } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import { startChat, type TestAssistant, type TestChat } from './chat-fixtures.ts'
import type { NewTestAccount } from './test-app.ts'

/** A customer's message that opens the window and asks for no answer: the carrier has given it. */
export const quiet = { body: 'HELP', fields: { OptOutType: 'HELP' } }

export interface TestChatapp extends TestChat {
  /** A fresh account with an assistant, a sender that it answers, and the template `{{1}}, your order is here.` */
  openHolder(options?: HolderOptions): Promise<TestHolder>
  /** A phone that nobody has used yet, a behaving one. */
  newPhone(): string
  /** The carrier does what is due, Parley does what comes of it, until both are quiet. */
  settle(): Promise<void>
  /** Time passes, and what comes of it is done. */
  pass(ms: number): Promise<void>
  /** The customer writes; Parley has heard it, and waits whether there is more. */
  write(holder: Pick<TestHolder, 'number'>, phone: string, body: string, fields?: PhoneFields): PhoneMessage
  /** The customer writes, and is answered if anybody does. */
  ask(holder: Pick<TestHolder, 'number'>, phone: string, body: string, fields?: PhoneFields): PhoneMessage
  /** What the phone was sent. */
  received(phone: string): string[]
  /** A fresh holder's template goes to a fresh phone, meets the faults, and all is quiet. */
  sendInto(...faults: (FaultName | { fault: FaultName; code?: number })[]): Promise<SentInto>
}

/** How long Parley waits whether a customer writes more. */
export const pauseMs = 2_000

type PhoneFields = Partial<Parameters<TestChatapp['parley']['carrier']['phones']['send']>[0]>
type PhoneMessage = ReturnType<TestChatapp['parley']['carrier']['phones']['send']>

export interface SentInto {
  holder: TestHolder
  phone: string
  sent: Awaited<ReturnType<TestHolder['sendTemplate']>>
}

export interface HolderOptions {
  account?: NewTestAccount
  messagingLimit?: string | null
  template?: Partial<TemplateToAdd>
  sender?: Partial<CallInput<typeof contract.senders.create>>
}

export interface TestHolder extends TestAssistant {
  senderId: number
  number: string
  templateId: number
  /** Of the account, in micro-dollars: what is there, and what of it is put aside. */
  money(): Promise<{ balance: number; held: number }>
  /** These two wait when they are told that it is too early. */
  sendTemplate(phone: string, fields?: object): ReturnType<TestHolder['client']['messages']['sendTemplate']>
  sendText(
    phone: string,
    message: string,
    fields?: object,
  ): ReturnType<TestHolder['client']['messages']['sendFreeform']>
  session(phone: string): ReturnType<TestHolder['client']['messages']['sessionStatus']>
  /** The phone, which a fresh one is unless given, writes what opens the window and asks for no answer. */
  openWindow(phone?: string): Promise<string>
}

export async function startChatapp(options: Parameters<typeof startChat>[0] = {}): Promise<TestChatapp> {
  const chat = await startChat({ carrier: {}, ...options })
  const { parley } = chat
  let numbers = 0
  const nextNumber = (prefix: string): string => `${prefix}${String(++numbers).padStart(4, '0')}`
  const chatapp: TestChatapp = {
    ...chat,
    newPhone: () => nextNumber('+44770090'),
    async settle() {
      for (let round = 0; round < 4; round++) {
        await parley.carrier.control.settled()
        await parley.runJobs()
      }
    },
    async pass(ms) {
      await parley.turnClock(ms)
      await chatapp.settle()
    },
    async write({ number }, phone, body, fields = {}) {
      const written = await parley.carrier.phones.send({ from: phone, to: number, body, ...fields })
      await chatapp.settle()
      return written
    },
    async ask(holder, phone, body, fields) {
      const written = await chatapp.write(holder, phone, body, fields)
      await chatapp.pass(pauseMs)
      return written
    },
    received: (phone) => parley.carrier.phones.inbox(phone).map(({ body }) => body),
    async sendInto(...faults) {
      const holder = await chatapp.openHolder()
      const phone = chatapp.newPhone()
      const list = faults.map((fault) => (typeof fault === 'string' ? { fault } : fault))
      if (list.length > 0) parley.carrier.control.script({ faults: list })
      const sent = await holder.sendTemplate(phone)
      await chatapp.settle()
      return { holder, phone, sent }
    },
    async openHolder({ account, messagingLimit, template = {}, sender = {} } = {}) {
      const assistant = await chat.openAssistant({}, await parley.openAccount(account))
      const { client } = assistant
      const number = nextNumber('+1415555')
      parley.carrier.control.addSender({ number, ...(messagingLimit === undefined ? {} : { messagingLimit }) })
      const name = `order_${numbers}`
      const body = '{{1}}, your order has been packed and is on its way to you.'
      parley.carrier.control.addTemplate({ name, body, variables: { 1: 'Ann' }, ...template })
      const fields = { phone_number: number, display_name: 'Bakery', assistant_id: assistant.id, ...sender }
      const { data } = await client.senders.create(fields)
      await client.senders.sync()
      const { data: templates } = await client.senders.listTemplates({ senderId: data.id, status: 'all' })
      const templateId = templates.find((one) => one.name === (template.name ?? name))?.id ?? 0
      return {
        ...assistant,
        senderId: data.id,
        number,
        templateId,
        async money() {
          const { balanceMicros, heldMicros } = await selectBalance(parley.app.context.db, assistant.account.id)
          return { balance: balanceMicros, held: heldMicros }
        },
        sendTemplate: (phone, more = {}) =>
          patiently(() =>
            client.messages.sendTemplate({
              sender_id: data.id,
              template_id: templateId,
              recipient_phone: phone,
              variables: { 1: 'Ann' },
              ...more,
            }),
          ),
        sendText: (phone, message, more = {}) =>
          patiently(() =>
            client.messages.sendFreeform({ sender_id: data.id, recipient_phone: phone, message, ...more }),
          ),
        session: (phone) => client.messages.sessionStatus({ sender_id: data.id, recipient_phone: phone }),
        async openWindow(phone = chatapp.newPhone()) {
          await chatapp.write({ number }, phone, quiet.body, quiet)
          return phone
        },
      }
    },
    [Symbol.asyncDispose]: () => chat[Symbol.asyncDispose](),
  }
  return chatapp
}

async function patiently<T>(call: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status !== 429) throw error
      await setTimeout(100)
    }
  }
}
