// Creates senders for tests, and exchanges messages between them and the sandbox carrier's virtual phones.
import type { FaultName, SandboxCarrier, TemplateToAdd } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { retryRequest } from './retry-request.ts'
import type { AccountFactories, NewTestAccount, TestAssistant } from './test-accounts.ts'

/** A customer's message that opens the window and gets no reply from Parley, because the carrier has already replied. */
export const helpMessage = { body: 'HELP', fields: { OptOutType: 'HELP' } }

/** How long Parley waits for further messages of a customer before it replies. */
export const inboundPauseMs = 2_000

type Phones = SandboxCarrier['phones']
type PhoneFields = Partial<Parameters<Phones['send']>[0]>
type PhoneMessage = ReturnType<Phones['send']>

export interface NewTestSender {
  account?: NewTestAccount
  messagingLimit?: string | null
  template?: Partial<TemplateToAdd>
  sender?: Partial<CallInput<typeof contract.senders.create>>
}

export interface TestSender extends TestAssistant {
  senderId: number
  number: string
  templateId: number
  /** The available and the held amount of the account, in micro-dollars. */
  money(): Promise<{ balance: number; held: number }>
  /** Both send methods wait if they exceed the rate limit. */
  sendTemplate(phone: string, fields?: object): ReturnType<TestSender['client']['messages']['sendTemplate']>
  sendFreeform(
    phone: string,
    message: string,
    fields?: object,
  ): ReturnType<TestSender['client']['messages']['sendFreeform']>
  sessionStatus(phone: string): ReturnType<TestSender['client']['messages']['sessionStatus']>
  /** Sends `helpMessage` from the phone, a new one unless given, and returns the phone. */
  openWindow(phone?: string): Promise<string>
}

export interface SentTemplate {
  holder: TestSender
  phone: string
  sent: Awaited<ReturnType<TestSender['sendTemplate']>>
}

export interface SenderFactories {
  /** Creates an account with an assistant, a sender that it answers, and the template `{{1}}, your order …`. */
  createSender(options?: NewTestSender): Promise<TestSender>
  /** Returns a number that the carrier knows as a sender and that is not registered with Parley yet. */
  addCarrierNumber(seed?: { messagingLimit?: string | null; name?: string }): string
  /** Returns the number of a new virtual phone, which receives every message. */
  createPhoneNumber(): string
  /** Runs the carrier's due work and Parley's jobs until none are left. */
  runUntilIdle(): Promise<void>
  /** Turns the clock forward, then runs what has become due. */
  advanceClock(ms: number): Promise<void>
  /** Sends a customer's message and processes it up to the pause before the reply. */
  sendInboundMessage(
    sender: Pick<TestSender, 'number'>,
    phone: string,
    body: string,
    fields?: PhoneFields,
  ): PhoneMessage
  /** Sends a customer's message and lets the assistant reply. */
  askAssistant(sender: Pick<TestSender, 'number'>, phone: string, body: string, fields?: PhoneFields): PhoneMessage
  textsReceivedBy(phone: string): string[]
  /** Sends a new sender's template to a new phone while the carrier has these faults, and runs until idle. */
  sendTemplateThrough(...faults: (FaultName | { fault: FaultName; code?: number })[]): Promise<SentTemplate>
}

interface Base extends AccountFactories {
  context: AppContext
  carrier: SandboxCarrier
  turnClock(ms: number): Promise<void>
  runJobs(): Promise<void>
}

export function senderFactories({ context, carrier, createAccount, createAssistant, ...base }: Base): SenderFactories {
  let numbers = 0
  const nextNumber = (prefix: string): string => `${prefix}${String(++numbers).padStart(4, '0')}`
  const factories: SenderFactories = {
    addCarrierNumber(seed = {}) {
      const number = nextNumber('+1415555')
      carrier.control.addSender({ number, ...seed })
      return number
    },
    createPhoneNumber: () => nextNumber('+44770090'),
    async runUntilIdle() {
      for (let round = 0; round < 4; round++) {
        await carrier.control.settled()
        await base.runJobs()
      }
    },
    async advanceClock(ms) {
      await base.turnClock(ms)
      await factories.runUntilIdle()
    },
    async sendInboundMessage({ number }, phone, body, fields = {}) {
      const message = await carrier.phones.send({ from: phone, to: number, body, ...fields })
      await factories.runUntilIdle()
      return message
    },
    async askAssistant(sender, phone, body, fields) {
      const message = await factories.sendInboundMessage(sender, phone, body, fields)
      await factories.advanceClock(inboundPauseMs)
      return message
    },
    textsReceivedBy: (phone) => carrier.phones.inbox(phone).map(({ body }) => body),
    async sendTemplateThrough(...faults) {
      const holder = await factories.createSender()
      const phone = factories.createPhoneNumber()
      const list = faults.map((fault) => (typeof fault === 'string' ? { fault } : fault))
      if (list.length > 0) carrier.control.script({ faults: list })
      const sent = await holder.sendTemplate(phone)
      await factories.runUntilIdle()
      return { holder, phone, sent }
    },
    async createSender({ account, messagingLimit, template = {}, sender = {} } = {}) {
      const assistant = await createAssistant({}, await createAccount(account))
      const { senders, messages } = assistant.client
      const number = factories.addCarrierNumber(messagingLimit === undefined ? {} : { messagingLimit })
      const name = `order_${numbers}`
      const body = '{{1}}, your order has been packed and is on its way to you.'
      carrier.control.addTemplate({ name, body, variables: { 1: 'Ann' }, ...template })
      const fields = { phone_number: number, display_name: 'Bakery', assistant_id: assistant.id, ...sender }
      const { id: senderId } = (await senders.create(fields)).data
      await senders.sync()
      const { data: templates } = await senders.listTemplates({ senderId, status: 'all' })
      const templateId = templates.find((one) => one.name === (template.name ?? name))?.id ?? 0
      const addressed = (recipient_phone: string) => ({ sender_id: senderId, recipient_phone })
      return {
        ...assistant,
        senderId,
        number,
        templateId,
        async money() {
          const { balanceMicros, heldMicros } = await selectBalance(context.db, assistant.account.id)
          return { balance: balanceMicros, held: heldMicros }
        },
        sendTemplate(phone, more = {}) {
          const given = { ...addressed(phone), template_id: templateId, variables: { 1: 'Ann' }, ...more }
          return retryRequest(() => messages.sendTemplate(given), [429])
        },
        sendFreeform: (phone, message, more = {}) =>
          retryRequest(() => messages.sendFreeform({ ...addressed(phone), message, ...more }), [429]),
        sessionStatus: (phone) => messages.sessionStatus(addressed(phone)),
        async openWindow(phone = factories.createPhoneNumber()) {
          await factories.sendInboundMessage({ number }, phone, helpMessage.body, helpMessage)
          return phone
        },
      }
    },
  }
  return factories
}
