// The way of a message: queued, sent, delivered, read, or wherever it ends before.
import { behaviourOf } from '../core/behaviour-of.ts'
import { carrierCodes } from '../core/carrier-codes-data.ts'
import type { Exchange } from '../core/exchange.ts'
import { type FaultName, findFault } from '../core/faults.ts'
import type { Message, MessageStatus } from '../core/state.ts'
import type { WebhookToPost } from '../core/webhook.ts'
import { statusCallbackOf } from '../webhooks/status-callback.ts'
import { findObstacle } from './obstacle.ts'

interface Step {
  status: MessageStatus
  errorCode?: number
  delayMs: number
}

interface Journey {
  message: Message
  /** Callbacks that wait to be posted backwards. */
  held: WebhookToPost[]
  /** The callback before, tried once: callbacks of one message keep their order. */
  last: Promise<void>
  /** The error number that ends it after it was sent. */
  obstacle: number | undefined
  onFirstTold: () => void
}

/**
 * Sets a message that was just made, or found half-way at a restart, on its way.
 * Resolves when its first callback was tried, or when none will come.
 */
export function beginProgress(exchange: Exchange, message: Message): Promise<void> {
  const { timetable } = exchange
  const { promise, resolve } = Promise.withResolvers<void>()
  // Found half-way, a message has its obstacle from its number alone.
  const obstacle = message.status === 'sent' ? forcedCode(exchange, message) : undefined
  const journey = { message, held: [], last: Promise.resolve(), obstacle, onFirstTold: resolve }
  const isScheduled = message.status === 'scheduled' && message.sendAtMs !== null
  timetable.after(isScheduled ? message.sendAtMs! - timetable.nowMs() : 0, () => goOn(exchange, journey))
  return promise
}

async function goOn(exchange: Exchange, journey: Journey): Promise<void> {
  const step = await nextStep(exchange, journey)
  if (step) return exchange.timetable.after(step.delayMs, () => take(exchange, journey, step))
  await postHeld(exchange, journey)
  journey.onFirstTold()
}

async function take(exchange: Exchange, journey: Journey, step: Step): Promise<void> {
  const { message } = journey
  if (message.status === 'canceled' || !exchange.state.messages.has(message.sid)) return
  const nowMs = exchange.timetable.nowMs()
  message.status = step.status
  message.updatedAtMs = nowMs
  if (step.errorCode !== undefined) message.errorCode = step.errorCode
  if (step.status === 'sent') message.sentAtMs = nowMs
  const arrives = (step.status === 'delivered' || step.status === 'read') && message.arrivedAtMs === null
  if (arrives) message.arrivedAtMs = nowMs
  exchange.state.saveMessage(message)
  exchange.events.publish({ type: 'status', message })
  if (arrives) exchange.events.publish({ type: 'arrived', message })
  const told = tell(exchange, journey)
  void told.then(journey.onFirstTold)
  await goOn(exchange, journey)
  await told
}

async function nextStep(exchange: Exchange, journey: Journey): Promise<Step | undefined> {
  const { message } = journey
  const { delaysMs } = exchange.settings
  const has = (...names: FaultName[]) => findFault(message.faults, ...names)
  switch (message.status) {
    case 'scheduled':
      return { status: 'accepted', delayMs: 0 }
    case 'accepted':
      return { status: 'queued', delayMs: 0 }
    case 'queued':
      if (has('never-sent')) return undefined
      if (message.serviceSid) return { status: 'sending', delayMs: 0 }
      return stepOut(exchange, journey)
    case 'sending':
      return stepOut(exchange, journey)
    case 'sent': {
      const code = journey.obstacle ?? has('failed-after-sent')?.code
      if (code !== undefined) return { status: endOf(code), errorCode: code, delayMs: delaysMs.delivered }
      if (has('never-delivered')) return undefined
      if (has('read-without-delivered')) return { status: 'read', delayMs: delaysMs.delivered }
      return { status: 'delivered', delayMs: delaysMs.delivered }
    }
    case 'delivered': {
      const code = has('failed-after-delivered')?.code
      if (code !== undefined) return { status: 'failed', errorCode: code, delayMs: delaysMs.delivered }
      if (message.channel !== 'whatsapp' || delaysMs.read === null || has('never-read')) return undefined
      return { status: 'read', delayMs: delaysMs.read }
    }
    default:
      return undefined
  }
}

/** Out of the queue: failed at once, or sent; what is found undeliverable later shows itself after `sent`. */
async function stepOut(exchange: Exchange, journey: Journey): Promise<Step> {
  const { message } = journey
  const delayMs = exchange.settings.delaysMs.sent
  const validMs = message.validitySeconds * 1_000
  if (delayMs > validMs) return { status: 'failed', errorCode: 30036, delayMs: validMs }
  const code = forcedCode(exchange, message) ?? (await findObstacle(exchange, message))
  if (code !== undefined && endOf(code) === 'failed') return { status: 'failed', errorCode: code, delayMs }
  journey.obstacle = code
  return { status: 'sent', delayMs }
}

function forcedCode(exchange: Exchange, message: Message): number | undefined {
  const code = findFault(message.faults, 'fail')?.code ?? behaviourOf(exchange, message.to)?.code
  return code !== undefined && carrierCodes[code]?.at === 'callback' ? code : undefined
}

function endOf(code: number): 'failed' | 'undelivered' {
  const known = carrierCodes[code]
  return known?.at === 'callback' ? known.ends : 'failed'
}

async function tell(exchange: Exchange, journey: Journey): Promise<void> {
  const { message } = journey
  const webhook = statusCallbackOf(exchange, message)
  if (!webhook || findFault(message.faults, 'drop-callbacks')) return
  if (findFault(message.faults, 'reverse-callbacks')) journey.held.push(webhook)
  else await postInOrder(exchange, journey, webhook)
}

async function postHeld(exchange: Exchange, journey: Journey): Promise<void> {
  for (const webhook of journey.held.splice(0).reverse()) await postInOrder(exchange, journey, webhook)
}

async function postInOrder(exchange: Exchange, journey: Journey, webhook: WebhookToPost): Promise<void> {
  const { copies, delayMs } = exchange.faults.takeForCallback()
  const { faults } = journey.message
  const waitMs = findFault(faults, 'delay-callbacks')?.delayMs ?? delayMs
  const times = copies * (findFault(faults, 'double-callbacks') ? 2 : 1)
  const postAll = async () => {
    for (let copy = 0; copy < times; copy++) await exchange.post(webhook).tried
  }
  if (waitMs > 0) return exchange.timetable.after(waitMs, postAll)
  const before = journey.last
  const posted = before.then(postAll)
  journey.last = posted
  await posted
}
