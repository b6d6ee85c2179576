// Delivers a message through its statuses, from queued to read or to a failure, and sends the callbacks.

import { findBehaviour } from '../core/behaviours.ts'
import type { SandboxContext } from '../core/context.ts'
import { errorCodes } from '../core/error-codes-data.ts'
import { type FaultName, findFault } from '../core/faults.ts'
import type { Message, MessageStatus } from '../core/state.ts'
import { createCallbackQueue, statusCallbackOf } from '../webhooks/status-callback.ts'
import { findDeliveryError } from './delivery-error.ts'

interface Transition {
  status: MessageStatus
  errorCode?: number
  delayMs: number
}

interface Delivery {
  message: Message
  callbacks: ReturnType<typeof createCallbackQueue>
  /** The error that ends the delivery after `sent`. */
  errorCode: number | undefined
  onFirstCallback: () => void
}

/**
 * Starts the delivery of a new message, or continues it after a restart.
 * Resolves after the first attempt of the first callback, or when no callback will be sent.
 */
export function deliverMessage(context: SandboxContext, message: Message): Promise<void> {
  const { scheduler } = context
  const { promise, resolve } = Promise.withResolvers<void>()
  // After a restart, only an error that the number determines is still known.
  const errorCode = message.status === 'sent' ? forcedErrorCode(context, message) : undefined
  const callbacks = createCallbackQueue(context, message, { waitsForDelayed: false })
  const delivery: Delivery = { message, callbacks, errorCode, onFirstCallback: resolve }
  const isScheduled = message.status === 'scheduled' && message.sendAtMs !== null
  scheduler.after(isScheduled ? message.sendAtMs! - scheduler.nowMs() : 0, () => advance(context, delivery))
  return promise
}

async function advance(context: SandboxContext, delivery: Delivery): Promise<void> {
  const transition = await nextTransition(context, delivery)
  if (transition)
    return context.scheduler.after(transition.delayMs, () => applyTransition(context, delivery, transition))
  for (const webhook of delivery.callbacks.takeHeld()) await delivery.callbacks.send(webhook)
  delivery.onFirstCallback()
}

async function applyTransition(context: SandboxContext, delivery: Delivery, transition: Transition): Promise<void> {
  const { message } = delivery
  if (message.status === 'canceled' || !context.state.messages.has(message.sid)) return
  const nowMs = context.scheduler.nowMs()
  message.status = transition.status
  message.updatedAtMs = nowMs
  if (transition.errorCode !== undefined) message.errorCode = transition.errorCode
  if (transition.status === 'sent') message.sentAtMs = nowMs
  const hasArrived = (transition.status === 'delivered' || transition.status === 'read') && message.arrivedAtMs === null
  if (hasArrived) message.arrivedAtMs = nowMs
  context.state.saveMessage(message)
  context.events.publish({ type: 'status', message })
  if (hasArrived) context.events.publish({ type: 'arrived', message })
  const callbackSent = sendCallback(context, delivery)
  void callbackSent.then(delivery.onFirstCallback)
  await advance(context, delivery)
  await callbackSent
}

async function nextTransition(context: SandboxContext, delivery: Delivery): Promise<Transition | undefined> {
  const { message } = delivery
  const { delaysMs } = context.settings
  const has = (...names: FaultName[]) => findFault(message.faults, ...names)
  switch (message.status) {
    case 'scheduled':
      return { status: 'accepted', delayMs: 0 }
    case 'accepted':
      return { status: 'queued', delayMs: 0 }
    case 'queued':
      if (has('never-sent')) return undefined
      return message.serviceSid ? { status: 'sending', delayMs: 0 } : leaveQueue(context, delivery)
    case 'sending':
      return leaveQueue(context, delivery)
    case 'sent': {
      const code = delivery.errorCode ?? has('failed-after-sent')?.code
      if (code !== undefined) return { status: finalStatusOf(code), errorCode: code, delayMs: delaysMs.delivered }
      if (has('never-delivered')) return undefined
      return { status: has('read-without-delivered') ? 'read' : 'delivered', delayMs: delaysMs.delivered }
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

/** Fails at once or becomes `sent`; an error that makes the message undelivered takes effect after `sent`. */
async function leaveQueue(context: SandboxContext, delivery: Delivery): Promise<Transition> {
  const { message } = delivery
  const delayMs = context.settings.delaysMs.sent
  const validMs = message.validitySeconds * 1_000
  if (delayMs > validMs) return { status: 'failed', errorCode: 30036, delayMs: validMs }
  const code = forcedErrorCode(context, message) ?? (await findDeliveryError(context, message))
  if (code !== undefined && finalStatusOf(code) === 'failed') return { status: 'failed', errorCode: code, delayMs }
  delivery.errorCode = code
  return { status: 'sent', delayMs }
}

function forcedErrorCode(context: SandboxContext, message: Message): number | undefined {
  const code = findFault(message.faults, 'fail')?.code ?? findBehaviour(context, message.to)?.code
  return code !== undefined && errorCodes[code]?.at === 'callback' ? code : undefined
}

function finalStatusOf(code: number): 'failed' | 'undelivered' {
  const known = errorCodes[code]
  return known?.at === 'callback' ? known.ends : 'failed'
}

async function sendCallback(context: SandboxContext, { message, callbacks }: Delivery): Promise<void> {
  const webhook = statusCallbackOf(context, message)
  if (webhook) await callbacks.add(webhook)
}
