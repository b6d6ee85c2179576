// Serves the SIP trunks and telephones of the installation while this process is the one that does so.
import { BlockList, isIPv6 } from 'node:net'
import {
  type Account,
  type Admission,
  calledOf,
  type Flow,
  headerOf,
  type IncomingPhoneCall,
  isLoopback,
  openPhone,
  type Phone,
  type PhoneCall,
  type PhoneCallEvents,
  type PlaceOptions,
  type SipRequest,
  targetOfFlow,
} from '@parley/sip'
import type { ConnectionServices } from '#server/platform/carriers/carrier-adapter.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { AcceptMedia } from '#server/ports/media-line.ts'
import type { SipPhone, SipTrunk } from '#server/ports/sip-lines.ts'
import { createCalls } from './calls.ts'
import { connectTelephones } from './connect-telephones.ts'
import { explainState, lineSentences } from './explain.ts'
import { findCalledLine } from './find-called-line.ts'
import { allowListOf, isListed, openLine, type TrunkLine } from './lines.ts'
import { localAddressTowards } from './local-address.ts'
import { noServer } from './no-server.ts'
import { callerNumberOf, forwarderNumberOf } from './numbers.ts'
import type { SipRequests } from './requests.ts'
import type { SipCall } from './sip-call.ts'
import type { Arrival } from './take-calls.ts'
import { createTelephones } from './telephones.ts'

export interface SipServerSettings {
  /** The IP address of SIP and audio. Undefined: for each trunk, the one from which it is reached. */
  host: string | undefined
  /** Where telephones register if `host` is undefined. */
  telephoneHost: string
  /** Of UDP and TCP. Another one is used if it is taken. */
  port: number
  /** The IP address that others can reach, behind a NAT. */
  publicAddress: string | undefined
  media: { first: number; last: number }
  /** The name of a telephone that programs on this machine may use without its password. */
  openTo: string | undefined
}

/** The sockets of one address. Calls between telephones are placed for `exchange`. */
interface OpenPhone {
  phone: Phone
  exchange: Account
}

/** Programs that look for open telephone systems name themselves. */
const scanners = /friendly-scanner|sipvicious|sipcli|sundayddr|VaxSIPUserAgent|pplsip/i
const telephoneName = 'assistant'
const noteEveryMs = 60_000
const maxNoted = 1_000

export function createSipServer(settings: SipServerSettings, services: ConnectionServices, accept: AcceptMedia) {
  const { context, lines } = services
  const { log } = context
  /** By the local address. */
  const phones = new Map<string, Promise<OpenPhone>>()
  const trunkLines = new Map<number, TrunkLine>()
  const linesOfAccounts = new WeakMap<Account, TrunkLine>()
  /** What `phones` contains when it is open. */
  const openPhones = new Set<Phone>()
  /** The addresses that owners of trunks have allowed. */
  let allowed = new BlockList()
  /** The running calls of each trunk. */
  const callsOfTrunks = new Map<number, Set<SipCall>>()
  /** What happens to a trunk happens in order: it is closed before it is opened again. */
  const changes = new Map<number, Promise<void>>()
  let wanted = new Map<number, SipTrunk>()
  let isDraining = false
  let hasTelephones = false
  /** The addresses that accounts of this installation's operator have allowed. */
  let trusted = new BlockList()
  const notedAtMs = new Map<string, number>()
  const arrivals = new WeakMap<SipRequest, Arrival>()
  const telephones = createTelephones({ lines, log, now: context.now, openTo: settings.openTo })

  const { requests, take: takeCall } = createCalls({
    services,
    accept,
    findLine: (carrierAccountId, number) =>
      [...trunkLines.values()].find(
        ({ trunk }) => trunk.carrierAccountId === carrierAccountId && trunk.phoneNumbers.includes(number),
      ),
    findTelephone(carrierAccountId, extension) {
      const telephone = telephones.findByExtension({ carrierAccountId, extension })
      if (!telephone || telephones.bindingsOf(telephone).length === 0) return undefined
      return {
        call: (number, ringingSeconds, events) =>
          callTelephone(telephone, { caller: { number }, ringTimeoutMs: ringingSeconds * 1_000 }, events),
      }
    },
  })

  /** Decides before anything is stored about a request. */
  function admit(request: SipRequest, flow: Flow): Admission {
    if (scanners.test(headerOf(request, 'User-Agent') ?? '')) return 'drop'
    if (isDraining && request.method === 'INVITE') return { status: 503, headers: [['Retry-After', '30']] }
    const own = linesFrom(flow.remote.address)
    if (own.length === 0) return telephones.admit(request, flow)
    if (request.method !== 'INVITE') return request.method === 'OPTIONS' ? 'accept' : telephones.admit(request, flow)
    const found = findCalledLine(own, request)
    if (found) {
      const { line, number } = found
      if (line.isFull()) return { status: 486, headers: [] }
      arrivals.set(request, {
        line,
        carrierAccountId: line.trunk.carrierAccountId,
        from: callerNumberOf(line.trunk, request),
        to: number,
        forwardedFrom: forwarderNumberOf(line.trunk, request),
      })
      return 'accept'
    }
    const admission = telephones.admit(request, flow)
    if (admission !== 'drop') return admission
    noteUnknown(flow.remote.address, calledOf(request).user)
    return { status: 404, headers: [] }
  }

  /** The trunks whose calls come from an address. Called for each request of a stranger, so it does not look at all. */
  function linesFrom(address: string): TrunkLine[] {
    const accounts = [...openPhones].flatMap(({ userAgent }) => [...userAgent.accountsAt(address)])
    const own = accounts.flatMap((account) => linesOfAccounts.get(account) ?? [])
    if (!isListed(allowed, address)) return own
    return [...new Set([...own, ...[...trunkLines.values()].filter((line) => line.allows(address))])]
  }

  /** Once a minute for each source, so that a flood fills no log. */
  function noteUnknown(from: string, to: string | undefined): void {
    const nowMs = performance.now()
    if (nowMs - (notedAtMs.get(from) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return
    if (notedAtMs.size >= maxNoted) notedAtMs.clear()
    notedAtMs.set(from, nowMs)
    log.info({ from, to }, 'no trunk, or trunks of several accounts, have the number of a SIP call')
  }

  function take(call: IncomingPhoneCall): PhoneCallEvents | undefined {
    const { request } = call.signaling
    const sender = telephones.senderOf(request)
    const { user: extension = '' } = calledOf(request)
    const called = sender && telephones.findByExtension({ carrierAccountId: sender.carrierAccountId, extension })
    if (called && called !== sender) {
      const caller = { number: sender.extension, displayName: sender.name }
      return connectTelephones(call, (events) => callTelephone(called, { caller }, events))
    }
    const arrival = arrivals.get(request) ?? arrivalFrom(sender, request)
    if (arrival) return takeCall(call, arrival)
    call.reject(404)
    return {}
  }

  /** Rejects if the telephone is not registered. */
  async function callTelephone(
    called: SipPhone,
    options: Pick<PlaceOptions, 'caller' | 'ringTimeoutMs'>,
    events: PhoneCallEvents,
  ): Promise<PhoneCall> {
    const [binding] = telephones.bindingsOf(called)
    const opened = binding && phones.get(binding.flow.local.address)
    if (!opened) throw new Error(`The telephone ${called.extension} is not registered.`)
    const { phone, exchange } = await opened
    return phone.call(exchange, { ...options, to: binding.contact, targets: [targetOfFlow(binding.flow)] }, events)
  }

  function openAt(address: string): Promise<OpenPhone> {
    const existing = phones.get(address)
    if (existing) return existing
    const opened = open(address, settings.port).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE' || settings.port === 0) throw error
      log.warn(
        { address, port: settings.port },
        'the port of SIP is in use, so another one is used; set SIP_PORT to change this',
      )
      return open(address, 0)
    })
    phones.set(address, opened)
    opened.catch(() => phones.delete(address))
    return opened
  }

  async function open(address: string, port: number): Promise<OpenPhone> {
    const { publicAddress, media } = settings
    const isPublic = publicAddress !== undefined && !isLoopback(address)
    const advertised = isPublic && { advertised: { address: publicAddress } }
    const phone = await openPhone({
      udp: [{ address, port, ...advertised }],
      tcp: [{ address, port, ...advertised }],
      media: { address, ...(isPublic && { advertised: publicAddress }), ...media },
      onTick: services.onTick,
      trusts: (source) => telephones.isRegisteredFrom(source) || isListed(trusted, source),
      admit,
      incoming: take,
      incomingRegistration: (request, flow) => telephones.register(request, flow),
      failed: (error) => log.error({ error }, 'a handler of SIP failed'),
      product: 'Parley',
    })
    openPhones.add(phone)
    const [local] = phone.local.udp
    log.info({ ...local }, 'SIP is served')
    const domain = `${isIPv6(address) ? `[${address}]` : address}:${local!.port}`
    return { phone, exchange: phone.addAccount({ domain, user: 'parley', callerIn: [] }) }
  }

  async function openTrunk(trunk: SipTrunk): Promise<void> {
    try {
      const { phone } = await openAt(settings.host ?? (await localAddressTowards(trunk.address)))
      const calls = callsOfTrunks.get(trunk.id) ?? new Set<SipCall>()
      callsOfTrunks.set(trunk.id, calls)
      const line = openLine({ trunk, calls, phone, lines, log, now: context.now, fetcher: context.fetcher })
      trunkLines.set(trunk.id, line)
      linesOfAccounts.set(line.account, line)
    } catch (error) {
      log.warn({ error, trunk: trunk.id }, 'a SIP trunk could not be opened, and will be tried again')
      await lines.saveTrunkState(trunk, { status: 'failing', error: lineSentences.portNotOpened, roundTripMs: null })
    }
  }

  /** Makes the line of a trunk what is wanted at that time. */
  async function changeTrunk(id: number): Promise<void> {
    const [line, trunk] = [trunkLines.get(id), wanted.get(id)]
    if (line && JSON.stringify(line.trunk) === JSON.stringify(trunk)) return
    if (line) {
      trunkLines.delete(id)
      linesOfAccounts.delete(line.account)
      await line.close()
    }
    if (!trunk) callsOfTrunks.delete(id)
    else if (!isDraining) await openTrunk(trunk)
  }

  /** A provider that does not answer delays its own trunk only. */
  function scheduleChange(id: number): void {
    const change = (changes.get(id) ?? Promise.resolve())
      .then(() => changeTrunk(id))
      .catch((error: unknown) => log.error({ error, trunk: id }, 'a SIP trunk could not be changed'))
    changes.set(id, change)
    void change.then(() => changes.get(id) === change && changes.delete(id))
  }

  async function testNumber({ externalId }: CarrierAccount, numberExternalId: string) {
    const line = trunkLines.get(Number(numberExternalId))
    if (!line || line.trunk.carrierAccountId !== externalId) throw noServer()
    return explainState(line.trunk, await line.check())
  }

  return {
    /** Opens what is new, closes what is gone, and replaces what has changed. Running calls continue. */
    use(trunks: readonly SipTrunk[], ownTelephones: readonly SipPhone[]): void {
      telephones.use(ownTelephones)
      hasTelephones = ownTelephones.length > 0
      if (hasTelephones)
        openAt(settings.host ?? settings.telephoneHost).catch((error: unknown) =>
          log.warn({ error }, 'the port of telephones could not be opened, and will be tried again'),
        )
      wanted = new Map(trunks.map((trunk) => [trunk.id, trunk]))
      allowed = allowListOf(trunks)
      trusted = allowListOf(trunks.filter(({ mayBePrivate }) => mayBePrivate))
      for (const id of new Set([...trunkLines.keys(), ...wanted.keys()])) scheduleChange(id)
    },
    /** Whether everything that is wanted is open. */
    isComplete: (): boolean =>
      changes.size > 0 ||
      ([...wanted.keys()].every((id) => trunkLines.has(id)) &&
        (!hasTelephones || phones.has(settings.host ?? settings.telephoneHost))),
    requests: { ...requests, testNumber } satisfies SipRequests,
    /** The port at which telephones register; undefined if none can. */
    async address(): Promise<string | undefined> {
      const opened = await phones.get(settings.host ?? settings.telephoneHost)?.catch(() => undefined)
      return opened?.exchange.settings.domain
    },
    /** New calls are for another process. Running calls continue, and can be transferred. */
    drain(): void {
      isDraining = true
      for (const line of trunkLines.values()) void line.withdraw()
    },
    async [Symbol.asyncDispose](): Promise<void> {
      wanted = new Map()
      await Promise.all(changes.values())
      const open = await Promise.all([...phones.values()].map((opened) => opened.catch(() => undefined)))
      await Promise.all([...trunkLines.values()].map((line) => line.close()))
      await Promise.all(open.map((opened) => opened?.phone[Symbol.asyncDispose]()))
    },
  }
}

export type SipServer = ReturnType<typeof createSipServer>

/** A telephone calls the number of an assistant, or its own extension for the one of its number. */
function arrivalFrom(telephone: SipPhone | undefined, request: SipRequest): Arrival | undefined {
  if (!telephone) return undefined
  const { user = '', number } = calledOf(request)
  const { extension, username, phoneNumber, accountId, carrierAccountId } = telephone
  const isOwn = [extension, username, telephoneName].includes(user)
  const to = isOwn ? phoneNumber : (number ?? user)
  if (to === null || to === '') return undefined
  return { line: undefined, accountId, carrierAccountId, from: extension, to, forwardedFrom: null }
}
