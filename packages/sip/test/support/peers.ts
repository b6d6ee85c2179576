// User agents and scripted peers on a network in memory.
import type { CallEnd, CallEvents, IncomingCall } from '../../src/calls/index.ts'
import {
  type Header,
  headerOf,
  isRequest,
  parseUri,
  respond,
  type SipMessage,
  type SipRequest,
  type SipResponse,
} from '../../src/message/index.ts'
import type { Flow, Protocol, Target, Transport } from '../../src/transport/index.ts'
import {
  createUserAgent,
  type UserAgent,
  type UserAgentListener,
  type UserAgentOptions,
} from '../../src/user-agent/index.ts'
import { createNetwork, type Network } from './network.ts'
import { createSettlingClock, type SettlingClock, seededHex } from './virtual-clock.ts'

export interface World {
  clock: SettlingClock
  network: Network
}

export function createWorld(): World {
  const clock = createSettlingClock()
  return { clock, network: createNetwork(clock) }
}

export const sdp = (text: string): Uint8Array => Buffer.from(text)
export const textOf = (session: Uint8Array | undefined): string | undefined =>
  session === undefined ? undefined : Buffer.from(session).toString()

/** Hosts of these names have the addresses of their last label: `a.1.test` is 192.0.2.1. */
export function resolveTest(protocol: Protocol = 'udp') {
  return async (uri: string): Promise<Target[]> => {
    const parsed = parseUri(uri)
    if (parsed === undefined) throw new Error(`No URI: ${uri}`)
    const numbers = /^(?:[a-z]+\.)?([\d-]+)\.test$/.exec(parsed.host)?.[1]?.split('-')
    const addresses = numbers?.map((number) => `192.0.2.${number}`) ?? [parsed.host]
    const given = parsed.params.get('transport') as Protocol | undefined
    return addresses.map((address) => ({ protocol: given ?? protocol, address, port: parsed.port ?? 5060 }))
  }
}

export interface TestAgent {
  agent: UserAgent
  calls: IncomingCall[]
  ended: CallEnd[]
  log: string[]
  events: CallEvents
}

export interface AgentOptions extends Partial<UserAgentOptions> {
  protocol?: Protocol
  /** What happens with an incoming call; it is answered at once by default. */
  onCall?: (call: IncomingCall) => void
  events?: CallEvents
}

/** A user agent at 192.0.2.<number>:5060 that accepts every request and answers every call. */
export function addAgent({ clock, network }: World, number: number, options: AgentOptions = {}): TestAgent {
  const calls: IncomingCall[] = []
  const ended: CallEnd[] = []
  const log: string[] = []
  const events: CallEvents = {
    progress: ({ status }) => void log.push(`progress ${status}`),
    answered: (answer) => void log.push(`answered ${textOf(answer) ?? '-'}`),
    offered: (offer) => {
      log.push(`offered ${textOf(offer) ?? '-'}`)
      return { accept: sdp(`answer to ${textOf(offer) ?? '-'}`) }
    },
    sessionAnswered: (answer) => void log.push(`session ${textOf(answer)}`),
    key: (key) => void log.push(`key ${key}`),
    ...options.events,
    ended: (end) => {
      ended.push(end)
      log.push(`ended ${end.cause} ${end.by}`)
    },
  }
  const listener: UserAgentListener = {
    admit: () => 'accept',
    incomingCall(call) {
      calls.push(call)
      const onCall = options.onCall ?? ((given) => queueMicrotask(() => given.answer(sdp('answer'))))
      onCall(call)
      return events
    },
    ...options.listener,
  }
  const endpoint = { address: `192.0.2.${number}`, port: 5060 }
  const agent: UserAgent = createUserAgent({
    clock,
    random: seededHex(number),
    transport: network.attach(endpoint, (message, flow) => agent.received(message, flow)),
    resolve: resolveTest(options.protocol),
    ...options,
    listener,
  })
  return { agent, calls, ended, log, events }
}

export interface Peer {
  requests: SipRequest[]
  responses: SipResponse[]
  transport: Transport
  send(message: SipMessage, target?: Partial<Target>): void
  /** Answers the latest request of this method. */
  answer(method: string, status: number, headers?: readonly Header[], body?: string, toTag?: string): void
  latest(method: string): SipRequest
  count(method: string): number
}

/** A peer at 192.0.2.<number>:5060 that does only what the test says; `auto` answers requests at once. */
export function addPeer(
  { network }: World,
  number: number,
  auto: (request: SipRequest, peer: Peer) => void = () => {},
): Peer {
  const flows = new Map<SipRequest, Flow>()
  const endpoint = { address: `192.0.2.${number}`, port: 5060 }
  const received = (message: SipMessage, flow: Flow): void => {
    if (isRequest(message)) {
      peer.requests.push(message)
      flows.set(message, flow)
      auto(message, peer)
    } else peer.responses.push(message)
  }
  const transport = network.attach(endpoint, received)
  const peer: Peer = {
    requests: [],
    responses: [],
    transport,
    send: (message, target = {}) =>
      void transport.send(message, { protocol: 'udp', address: '192.0.2.1', port: 5060, ...target }),
    latest(method) {
      const request = peer.requests.findLast((candidate) => candidate.method === method)
      if (request === undefined) throw new Error(`There is no ${method}.`)
      return request
    },
    count: (method) => peer.requests.filter((request) => request.method === method).length,
    answer(method, status, headers = [], body = '', toTag = 'peer') {
      const request = peer.latest(method)
      const contact: Header[] = [['Contact', `<sip:peer@${endpoint.address}:5060>`]]
      const own = headers.some(([name]) => name === 'Contact') || method === 'BYE' || method === 'CANCEL' ? [] : contact
      const content = body === '' ? {} : { body: sdp(body), contentType: 'application/sdp' }
      const response = respond(request, status, { toTag, headers: [...own, ...headers], ...content })
      const { remote, protocol, connection } = flows.get(request)!
      const target: Target = { protocol, ...remote }
      if (connection !== undefined) target.connection = connection
      void transport.send(response, target)
    },
  }
  return peer
}

let branches = 0

/** A request that a peer sends, outside of a dialog or inside of that of `headers`. */
export function requestOf(
  method: string,
  options: {
    number?: number
    cseq?: number
    callId?: string
    from?: string
    to?: string
    uri?: string
    branch?: string
    headers?: readonly Header[]
    body?: string
  } = {},
): SipRequest {
  const { number = 2, cseq = 1, callId = 'call', from = '<sip:peer@2.test>;tag=peer', to = '<sip:we@1.test>' } = options
  const { uri = 'sip:we@192.0.2.1', branch = `z9hG4bK-test-${++branches}`, headers = [], body = '' } = options
  const content: Header[] = body === '' ? [] : [['Content-Type', 'application/sdp']]
  return {
    method,
    uri,
    headers: [
      ['Via', `SIP/2.0/UDP 192.0.2.${number}:5060;branch=${branch};rport`],
      ['Max-Forwards', '70'],
      ['From', from],
      ['To', to],
      ['Call-ID', callId],
      ['CSeq', `${cseq} ${method}`],
      ['Contact', `<sip:peer@192.0.2.${number}:5060>`],
      ...headers,
      ...content,
    ],
    body: Buffer.from(body),
  }
}

/** A request of the peer inside of the dialog of an INVITE that it has received. */
export function inDialog(
  invite: SipRequest,
  method: string,
  cseq: number,
  options: { toTag?: string; headers?: readonly Header[]; body?: string } = {},
): SipRequest {
  const { toTag = 'peer', ...rest } = options
  return requestOf(method, {
    cseq,
    callId: headerOf(invite, 'Call-ID'),
    from: `${headerOf(invite, 'To')};tag=${toTag}`,
    to: headerOf(invite, 'From'),
    ...rest,
  })
}

/** The header fields of the dialog that a response to our INVITE has created at the peer. */
export const dialogOf = (response: SipResponse): { callId: string; from: string; to: string } => ({
  callId: headerOf(response, 'Call-ID') ?? '',
  from: headerOf(response, 'From') ?? '',
  to: headerOf(response, 'To') ?? '',
})
