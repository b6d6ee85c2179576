// Holds all transactions: matches messages to them, and ends them (RFC 3261, section 17).
import {
  headersOf,
  isRequest,
  parseVia,
  respond,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../message/index.ts'
import { type Flow, responseTarget, stampReceived, type Target } from '../transport/index.ts'
import { type HeldClient, holdClient } from './client-transaction.ts'
import { cancelOf, withVia } from './derived-requests.ts'
import { defaultTimes } from './machine.ts'
import { branchCookie, clientKey, mergeKey, serverKey } from './matching.ts'
import { type HeldServer, holdServer } from './server-transaction.ts'
import type { ClientHandlers, ClientTransaction, TransactionOptions } from './types.ts'

export type Transactions = ReturnType<typeof createTransactions>

export function createTransactions(options: TransactionOptions) {
  const { clock, random, transport, listener, times = defaultTimes, maxTransactions = 20_000 } = options
  const clients = new Map<string, HeldClient>()
  const servers = new Map<string, HeldServer>()
  /** The keys of server transactions by the key that merged requests share. */
  const merges = new Map<string, string>()
  const isFull = () => clients.size + servers.size >= maxTransactions

  /** Sends a request without Via in a transaction of its own. A failure is never reported before this returns. */
  function request(message: SipRequest, target: Target, handlers: ClientHandlers): ClientTransaction {
    const branch = branchCookie + random(12)
    return start(withVia(message, target, branch, transport), target, handlers, `${branch}|${message.method}`)
  }

  /** Cancels an INVITE, which must have had a provisional response (RFC 3261, section 9.1). */
  function cancel(invite: ClientTransaction, handlers: ClientHandlers): ClientTransaction {
    const message = cancelOf(invite.request)
    const branch = parseVia(headersOf(message, 'Via')[0] ?? '')?.branch ?? ''
    invite.canceled()
    return start(message, invite.target, handlers, `${branch}|CANCEL`)
  }

  function start(message: SipRequest, target: Target, handlers: ClientHandlers, key: string): ClientTransaction {
    const held = holdClient(message, target, handlers, { clock, transport, times }, () => clients.delete(key))
    if (isFull()) {
      const error = new Error('There are too many transactions.')
      queueMicrotask(() => handlers.failed({ kind: 'transport', status: 503, error }))
      return held.transaction
    }
    clients.set(key, held)
    held.start()
    return held.transaction
  }

  /** Sends an ACK to a 2xx, which is no transaction (RFC 3261, section 13.2.2.4). Returns it as it was sent. */
  function acknowledge(message: SipRequest, target: Target): SipRequest {
    const sent = withVia(message, target, branchCookie + random(12), transport)
    repeat(sent, target)
    return sent
  }

  /** Sends a message again as it is. A loss shows by the repetition that it causes. */
  function repeat(message: SipMessage, target: Target): void {
    transport.send(message, target).catch(() => {})
  }

  /** Takes a message that has arrived. */
  function receive(message: SipMessage, flow: Flow): void {
    if (isRequest(message)) receiveRequest(stampReceived(message, flow), flow)
    else receiveResponse(message, flow)
  }

  function receiveResponse(response: SipResponse, flow: Flow): void {
    const key = clientKey(response)
    const client = key === undefined ? undefined : clients.get(key)
    if (client) client.receive(response, flow)
    else listener.strayResponse(response, flow)
  }

  function receiveRequest(message: SipRequest, flow: Flow): void {
    const key = serverKey(message)
    const known = servers.get(key)
    const merge = mergeKey(message)
    if (known) known.receive(message, flow)
    else if (message.method === 'ACK') listener.ack(message, flow)
    else if (merge !== undefined && merges.has(merge)) respondStateless(message, flow, 482)
    else if (isFull()) respondStateless(message, flow, 503)
    else open(message, flow, key, merge)
  }

  function open(message: SipRequest, flow: Flow, key: string, merge: string | undefined): void {
    const held = holdServer(message, flow, { ...options, times }, () => {
      servers.delete(key)
      if (merge !== undefined && merges.get(merge) === key) merges.delete(merge)
    })
    servers.set(key, held)
    if (merge !== undefined) merges.set(merge, key)
    if (message.method !== 'CANCEL') listener.request(held.transaction)
    else listener.cancel(held.transaction, servers.get(serverKey(message, 'INVITE'))?.transaction)
  }

  /** Answers without a transaction. The tag is the same for each repetition (RFC 3261, section 8.2.7). */
  function respondStateless(message: SipRequest, flow: Flow, status: number, extra: Partial<SipResponse> = {}): void {
    const response = respond(message, status, { toTag: 'stateless', headers: extra.headers ?? [] })
    repeat(response, responseTarget(message, flow))
  }

  return {
    request,
    cancel,
    acknowledge,
    repeat,
    receive,
    respondStateless,
    /** Whether a request belongs to a transaction that exists, or cancels one, so it needs no admission. */
    isKnown(message: SipRequest, flow: Flow): boolean {
      const stamped = stampReceived(message, flow)
      return (
        servers.has(serverKey(stamped)) || (message.method === 'CANCEL' && servers.has(serverKey(stamped, 'INVITE')))
      )
    },
    /** Whether a request of ours waits for its final response. */
    hasOpenClients: (): boolean => [...clients.values()].some(({ isOpen }) => isOpen()),
    size: (): number => clients.size + servers.size,
    /** Ends all transactions without a further effect. */
    stop(): void {
      for (const client of [...clients.values()]) client.transaction.stop()
      for (const server of servers.values()) server.stop()
      servers.clear()
      merges.clear()
    },
  }
}
