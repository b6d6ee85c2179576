// The load of the crash test: for every account, clients send messages, chat and call, and customers write, all concurrently.
import { setTimeout } from 'node:timers/promises'
import { createSeededRandom } from '@parley/carrier-sandbox'
import { createClient } from '#sdk/index.ts'
import { encodeScriptedSpeech } from '#server/models/scripted-speech/signal.ts'
import { runAutomation, untilRunsEnded } from './automation-load.ts'
import { finishCampaigns, runCampaign } from './campaign-load.ts'
import { type ClientLog, countOutcome, logAcknowledged } from './client-log.ts'
import { type Activity, type ClientContext, type LoadTarget, newText, sendUntilAnswered } from './client-request.ts'
import type { CrashTestSetup } from './setup.ts'

export type Load = ReturnType<typeof createLoad>

export interface LoadOptions {
  seed: number
  /** The longest pause between two requests of a client. */
  maxPauseMs: number
}

export function createLoad(
  setup: CrashTestSetup,
  server: LoadTarget,
  log: ClientLog,
  { seed, maxPauseMs }: LoadOptions,
) {
  // Customers write less often than clients send: a backlog of answers would only prolong the verification.
  const customerMaxPauseMs = 4_000 + maxPauseMs
  const activities: [activity: Activity, maxPauseMs: number][] = [
    [sendTemplate, maxPauseMs],
    [sendFreeform, maxPauseMs],
    [writeAsCustomer(0), customerMaxPauseMs],
    [writeAsCustomer(1), customerMaxPauseMs],
    [chat(), maxPauseMs],
    [chat(), maxPauseMs],
    [makeCall, customerMaxPauseMs],
    [runCampaign(0), customerMaxPauseMs],
    [runCampaign(1), customerMaxPauseMs],
    [runCampaign(2), customerMaxPauseMs],
    [runAutomation, 1_000 + maxPauseMs],
  ]
  const running = new Set<Promise<void>>()
  const contexts = setup.accounts.map((account): Omit<ClientContext, 'random'> => {
    const client = createClient({ baseUrl: server.baseUrl, apiKey: account.token })
    return { setup, server, log, account, client }
  })
  let paused = new AbortController()

  return {
    resume() {
      paused = new AbortController()
      const { signal } = paused
      async function repeat(activity: Activity, upToMs: number, context: ClientContext): Promise<void> {
        while (!signal.aborted) {
          await activity(context)
          const pauseMs = 60 + context.random() * (upToMs - 60)
          await setTimeout(pauseMs, undefined, { signal }).catch(() => {})
        }
      }
      for (const context of contexts) {
        for (const [index, [activity, upToMs]] of activities.entries()) {
          const random = createSeededRandom(seed + context.account.index * 100 + index)
          const repeated = repeat(activity, upToMs, { ...context, random }).finally(() => running.delete(repeated))
          running.add(repeated)
        }
      }
    },
    /** Resolves when no request and no run is in progress, and the campaigns contact the leads that are left. */
    async pause() {
      paused.abort()
      await Promise.all(running)
      // They add leads.
      await untilRunsEnded(setup)
      await Promise.all(contexts.map(finishCampaigns))
    },
  }
}

/** Endings of numbers for which the sandbox refuses a message, fails it, or reports its status twice or out of order. */
const specialEndings = [
  '00005',
  '00006',
  '00007',
  '00008',
  '00011',
  '00014',
  '00016',
  '63024',
  '63016',
  '21211',
  '21211',
]

function newRecipient({ account, random }: ClientContext): string {
  const ending =
    random() < 0.25
      ? `99${specialEndings[Math.floor(random() * specialEndings.length)]}`
      : String(1_000_000 + Math.floor(random() * 50))
  return `+4915${String(10 + account.index)}${ending}`
}

const customerPhone = ({ account }: ClientContext, number: number): string =>
  `+4916${String(10 + account.index)}100000${number}`

async function sendTemplate(context: ClientContext): Promise<void> {
  const { log, account, client, random } = context
  const text = newText(log, `Template ${account.index}`)
  const input = {
    sender_id: account.senderId,
    template_id: account.templateId,
    recipient_phone: random() < 0.2 ? customerPhone(context, 0) : newRecipient(context),
    variables: { update: text },
  }
  const reply = await sendUntilAnswered(context, {
    name: 'template',
    hasKey: random() < 0.7,
    call: (options) => client.messages.sendTemplate(input, options),
  })
  if (reply) logSent(context, reply, text)
}

async function sendFreeform(context: ClientContext): Promise<void> {
  const { log, account, client, random } = context
  const text = newText(log, `Freeform ${account.index}`)
  const isInParts = random() < 0.2
  const input = {
    sender_id: account.senderId,
    recipient_phone: customerPhone(context, random() < 0.5 ? 0 : 1),
    message: isInParts ? Array.from({ length: 120 }, (_, index) => `${text}, ${index} of 120.`).join(' ') : text,
  }
  const reply = await sendUntilAnswered(context, {
    name: 'freeform',
    hasKey: random() < 0.7,
    call: (options) => client.messages.sendFreeform(input, options),
  })
  if (reply) logSent(context, reply, text)
}

function logSent(
  { log, account: { accountId } }: ClientContext,
  reply: { whatsapp_message_id: number; message_sid: string },
  text: string,
): void {
  logAcknowledged(log, 'sent', { accountId, messageId: reply.whatsapp_message_id, sid: reply.message_sid, text })
}

/** A customer writes again only after the webhook is answered; until then the carrier repeats it. */
function writeAsCustomer(number: number): Activity {
  return async (context) => {
    const { setup, server, log, account, random } = context
    const { phones } = setup.carrier
    const body = newText(log, `Customer ${account.index}-${number}`)
    const from = customerPhone(context, number)
    const { message, webhook } = await phones.send({ from, to: account.number, body, times: random() < 0.2 ? 2 : 1 })
    let outcome = webhook
    while (typeof outcome !== 'number' || outcome >= 300) {
      countOutcome(log, `customer ${typeof outcome === 'number' ? outcome : 'lost'}`)
      await server.ready()
      outcome = (await phones.redeliver(message.sid)).webhook
    }
    countOutcome(log, 'customer done')
    logAcknowledged(log, 'received', { accountId: account.accountId, sid: message.sid, text: body })
  }
}

/** Chats in one widget conversation across restarts, and sometimes starts another. */
function chat(): Activity {
  const conversations = new Map<number, string>()
  return async (context) => {
    const { log, account, client, random } = context
    const uuid = conversations.get(account.index)
    if (uuid === undefined || random() < 0.1) {
      const started = await sendUntilAnswered(context, {
        name: 'conversation',
        hasKey: true,
        call: (options) =>
          client.conversations.create({ assistant_id: account.assistantUuid, type: 'widget' }, options),
      })
      if (started) {
        conversations.set(account.index, started.conversation_id)
        log.started.add(started.conversation_id)
      }
      return
    }
    const text = newText(log, `Visitor ${account.index}`)
    const reply = await sendUntilAnswered(context, {
      name: 'chat',
      hasKey: random() < 0.5,
      call: (options) => client.conversations.sendMessage({ uuid, message: text }, options),
    })
    if (reply) logAcknowledged(log, 'answered', { uuid, text, answer: reply.message })
  }
}

let phoneCount = 0

/** A phone that was never called before. */
export const newPhone = (): string => `+1202${String(2_000_000 + ++phoneCount)}`

/** Calls a phone. It talks and hangs up, waits for the end of the call, or is busy. */
async function makeCall(context: ClientContext): Promise<void> {
  const { setup, log, account, client, random } = context
  const phone = newPhone()
  const say = 'When do you open?'
  const talks = { say, audio: encodeScriptedSpeech(say, 600) }
  const kind = random()
  setup.carrier.control.behaveOnCalls(phone, {
    ringMs: Math.floor(random() * 300),
    ...(kind < 0.15 ? { pickUp: 'busy' as const } : { steps: kind < 0.7 ? [talks, { hangUp: true }] : [talks] }),
  })
  const reply = await sendUntilAnswered(context, {
    name: 'call',
    hasKey: random() < 0.7,
    call: (options) => client.calls.make({ assistant_id: account.callerId, phone_number: phone }, options),
  })
  if (reply) logAcknowledged(log, 'called', { accountId: account.accountId, callId: reply.call_id, phone })
}
