// Creates senders for tests, and exchanges messages between them and the sandbox carrier's virtual phones.
import type { FaultName, SandboxCarrier, TemplateToAdd } from '@parley/carrier-sandbox'
import type { CallInput } from '#contract/wire/endpoint.ts'
import type { contract } from '#sdk/index.ts'
import { selectBalance } from '#server/features/billing/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { retryRequest } from '../requests/retry-request.ts'
import type { AccountFactories, NewTestAccount } from './test-accounts.ts'

/** A customer's message that opens the window and gets no reply from Parley, because the carrier has already replied. */
export const helpMessage = { body: 'HELP', fields: { OptOutType: 'HELP' } }

/** How long Parley waits for further messages of a customer before it replies. */
export const inboundPauseMs = 2_000

type PhoneFields = Partial<Parameters<SandboxCarrier['phones']['send']>[0]>

interface NewTestSender {
  account?: NewTestAccount
  messagingLimit?: string | null
  template?: Partial<TemplateToAdd>
  sender?: Partial<CallInput<typeof contract.senders.create>>
}

export type TestSender = Awaited<ReturnType<ReturnType<typeof senderFactories>['createSender']>>

interface Base extends AccountFactories {
  context: AppContext
  carrier: SandboxCarrier
  turnClock(ms: number): Promise<void>
  runJobs(): Promise<void>
}

export function senderFactories({ context, carrier, createAccount, createAssistant, turnClock, runJobs }: Base) {
  let numbers = 0
  const nextNumber = (prefix: string): string => `${prefix}${String(++numbers).padStart(4, '0')}`

  /** Returns a number that the carrier knows as a sender and that is not registered with Parley yet. */
  function addCarrierNumber(seed: { messagingLimit?: string | null; name?: string } = {}): string {
    const number = nextNumber('+1415555')
    carrier.control.addSender({ number, ...seed })
    return number
  }

  /** Returns the number of a new virtual phone, which receives every message. */
  const createPhoneNumber = (): string => nextNumber('+44770090')

  /** Runs the carrier's due work and Parley's jobs until none are left. */
  async function runUntilIdle(): Promise<void> {
    for (let round = 0; round < 4; round++) {
      await carrier.control.settled()
      await runJobs()
    }
  }

  /** Turns the clock forward, then runs what has become due. */
  async function advanceClock(ms: number): Promise<void> {
    await turnClock(ms)
    await runUntilIdle()
  }

  /** Sends a customer's message and processes it up to the pause before the reply. */
  async function sendInboundMessage(sender: { number: string }, phone: string, body: string, fields?: PhoneFields) {
    const message = await carrier.phones.send({ from: phone, to: sender.number, body, ...fields })
    await runUntilIdle()
    return message
  }

  /** Sends a customer's message and lets the assistant reply. */
  async function askAssistant(sender: { number: string }, phone: string, body: string, fields?: PhoneFields) {
    const message = await sendInboundMessage(sender, phone, body, fields)
    await advanceClock(inboundPauseMs)
    return message
  }

  const textsReceivedBy = (phone: string): string[] => carrier.phones.inbox(phone).map(({ body }) => body)

  /** Creates an account with an assistant, a sender that it answers, and the template `{{1}}, your order …`. */
  async function createSender({ account, messagingLimit, template = {}, sender = {} }: NewTestSender = {}) {
    const assistant = await createAssistant({}, await createAccount(account))
    const { senders, messages } = assistant.client
    const number = addCarrierNumber(messagingLimit === undefined ? {} : { messagingLimit })
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
      /** The available and the held amount of the account, in micro-dollars. */
      async money() {
        const { balanceMicros, heldMicros } = await selectBalance(context.db, assistant.account.id)
        return { balance: balanceMicros, held: heldMicros }
      },
      /** Both send methods wait if they exceed the rate limit. */
      sendTemplate(phone: string, more: object = {}) {
        const given = { ...addressed(phone), template_id: templateId, variables: { 1: 'Ann' }, ...more }
        return retryRequest(() => messages.sendTemplate(given), [429])
      },
      sendFreeform: (phone: string, message: string, more: object = {}) =>
        retryRequest(() => messages.sendFreeform({ ...addressed(phone), message, ...more }), [429]),
      sessionStatus: (phone: string) => messages.sessionStatus(addressed(phone)),
      /** Sends `helpMessage` from the phone, a new one unless given, and returns the phone. */
      async openWindow(phone = createPhoneNumber()) {
        await sendInboundMessage({ number }, phone, helpMessage.body, helpMessage)
        return phone
      },
    }
  }

  /** Sends a new sender's template to a new phone while the carrier has these faults, and runs until idle. */
  async function sendTemplateThrough(...faults: (FaultName | { fault: FaultName; code?: number })[]) {
    const sender = await createSender()
    const phone = createPhoneNumber()
    const list = faults.map((fault) => (typeof fault === 'string' ? { fault } : fault))
    if (list.length > 0) carrier.control.script({ faults: list })
    const sent = await sender.sendTemplate(phone)
    await runUntilIdle()
    return { sender, phone, sent }
  }

  return {
    addCarrierNumber,
    createPhoneNumber,
    runUntilIdle,
    advanceClock,
    sendInboundMessage,
    askAssistant,
    textsReceivedBy,
    createSender,
    sendTemplateThrough,
  }
}
