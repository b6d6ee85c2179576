// Measures set-ups and audio of calls between two telephones of one process, beside bare UDP sockets.
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { openPhone, type Phone, type PhoneCall, type PhoneCallEvents, type SrtpPolicy } from '@parley/sip'
import { progress } from '../shared/progress.ts'
import { ms, tableOf, whole } from '../shared/report.ts'

export interface TransportOptions {
  /** Set up and ended one after the other, some at once. */
  setUps: number
  atOnce: number
  /** Calls with audio at the same time. */
  streams: number
  seconds: number
}

/** The table of set-ups and audio. */
export async function benchTransport({ setUps, atOnce, streams, seconds }: TransportOptions): Promise<string> {
  progress('set-ups')
  const [setUp, bareSetUp] = [await measureSetUps(setUps, atOnce), await measureBareSetUps(setUps)]
  const rows = [
    ['set-up and end of a call, one side', `${whole(setUp.microseconds)} µs`, ratio(setUp, bareSetUp)],
    ['the same datagrams through bare sockets', `${whole(bareSetUp.microseconds)} µs`, ''],
    ['set-ups per second of one core, one side', whole(1e6 / setUp.microseconds), ''],
  ]
  progress('bare sockets with audio')
  const bare = await measureBareAudio(streams, seconds)
  for (const srtp of ['off', 'required'] as const) {
    progress(`audio with SRTP ${srtp}`)
    const audio = await measureAudio(streams, seconds, srtp)
    const name = srtp === 'off' ? 'plain' : 'SRTP'
    rows.push([`audio of a call, ${name}`, `${audio.percent.toFixed(3)} % of a core`, ratio(audio, bare)])
    rows.push([`late ticks, ${name}, p99`, `${ms(audio.lateMs)} ms`, ''])
    rows.push([`frames of 20 ms that were concealed, ${name}`, whole(audio.concealed), ''])
  }
  rows.push(['the same packets through bare sockets', `${bare.percent.toFixed(3)} % of a core`, ''])
  return tableOf(['', 'result', 'times bare'], rows)
}

const ratio = (one: { microseconds: number }, other: { microseconds: number }): string =>
  (one.microseconds / other.microseconds).toFixed(2)

const address = '127.0.0.1'

/** Microseconds of processor time. */
async function cost(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

async function openPair(srtp: SrtpPolicy, events: () => PhoneCallEvents) {
  const stack = new AsyncDisposableStack()
  const options = { udp: [{ address, port: 0 }], policy: { srtp, codecs: ['PCMA' as const] }, trusts: () => true }
  const called = stack.use(
    await openPhone({
      ...options,
      media: { address, first: 20_000, last: 29_999 },
      admit: () => 'accept',
      incoming(call) {
        void call.answer()
        return events()
      },
    }),
  )
  const caller = stack.use(await openPhone({ ...options, media: { address, first: 10_000, last: 19_999 } }))
  const domain = `${address}:${called.local.udp[0]!.port}`
  const account = caller.addAccount({ domain, user: 'caller' })
  return {
    phones: [caller, called] as readonly Phone[],
    call: (handlers: PhoneCallEvents) => caller.call(account, { to: `sip:called@${domain}` }, handlers),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

async function measureSetUps(calls: number, atOnce: number) {
  await using pair = await openPair('off', () => ({}))
  let left = calls
  const place = async (): Promise<void> => {
    while (left-- > 0) {
      const { promise: answered, resolve: onAnswer } = Promise.withResolvers<void>()
      const { promise: ended, resolve: onEnd } = Promise.withResolvers<void>()
      const call = await pair.call({ answered: onAnswer, ended: () => onEnd() })
      await Promise.race([answered, ended])
      call.hangUp()
      await ended
    }
  }
  const microseconds = await cost(async () => {
    await Promise.all(Array.from({ length: atOnce }, place))
  })
  return { microseconds: microseconds / calls / 2 }
}

async function bareSocket(receive: (bytes: Buffer) => void): Promise<{ socket: Socket; port: number }> {
  const socket = createSocket('udp4').on('message', receive).bind(0, address)
  await once(socket, 'listening')
  return { socket, port: socket.address().port }
}

/** INVITE, 200, ACK, BYE and 200, one after the other. */
async function measureBareSetUps(calls: number) {
  const bytes = Buffer.alloc(600)
  const datagrams = calls * 5
  let sent = 0
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const next = (from: Socket, to: number): void => {
    if (sent++ < datagrams) from.send(bytes, to, address)
    else resolve()
  }
  const one = await bareSocket(() => next(one.socket, other.port))
  const other = await bareSocket(() => next(other.socket, one.port))
  const microseconds = await cost(async () => {
    next(one.socket, other.port)
    await done
  })
  for (const { socket } of [one, other]) socket.close()
  return { microseconds: microseconds / calls / 2 }
}

const frame = new Uint8Array(160).fill(0x55)

async function measureAudio(streams: number, seconds: number, srtp: SrtpPolicy) {
  const late: number[] = []
  let firstMs = 0
  let ticks = 0
  const sound: PhoneCallEvents = { nextFrame: () => frame }
  const timed: PhoneCallEvents = {
    nextFrame() {
      const nowMs = performance.now()
      if (ticks === 0) firstMs = nowMs
      late.push(Math.max(0, nowMs - firstMs - 20 * ticks++))
      return frame
    },
  }
  await using pair = await openPair(srtp, () => sound)
  const calls: PhoneCall[] = []
  for (let index = 0; index < streams; index++) {
    const { promise: answered, resolve } = Promise.withResolvers<void>()
    calls.push(await pair.call({ ...(index === 0 ? timed : sound), answered: resolve }))
    await answered
  }
  const microseconds = await cost(() => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)))
  const concealed = calls.reduce((sum, call) => sum + (call.statistics()?.concealedSamples ?? 0), 0) / 160
  late.sort((a, b) => a - b)
  return {
    microseconds,
    percent: microseconds / 1e4 / seconds / streams / 2,
    lateMs: late[Math.floor(late.length * 0.99)] ?? Number.NaN,
    concealed,
  }
}

async function measureBareAudio(streams: number, seconds: number) {
  const packet = Buffer.alloc(172)
  let received = 0
  const sockets = await Promise.all(Array.from({ length: 2 * streams }, () => bareSocket(() => received++)))
  const tick = (): void => {
    for (const [index, { socket }] of sockets.entries()) socket.send(packet, sockets[index ^ 1]!.port, address)
  }
  const timer = setInterval(tick, 20)
  const microseconds = await cost(() => new Promise((resolve) => setTimeout(resolve, seconds * 1_000)))
  clearInterval(timer)
  for (const { socket } of sockets) socket.close()
  return { microseconds, percent: microseconds / 1e4 / seconds / streams / 2 }
}
