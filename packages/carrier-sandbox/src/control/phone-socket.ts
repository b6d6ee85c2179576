// The WebSocket of a phone in the browser: its audio, its calls, and what its user does.
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { type Call, isOver } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { frameBytes, InvalidStep } from '../voice/audio.ts'
import { type ControlContext, toWire } from './control-route.ts'
import { presentNumber, presentPhoneCall } from './present.ts'
import { rejectionReason } from './same-machine.ts'

export const phoneSocketPath = '/sandbox/phone/socket'

const maxMessageBytes = 8_192
const maxTextLength = 500
/** A second of audio that the browser has not read; more is discarded. */
const maxUnsentBytes = 8_000
/** A frame comes every 20 ms; after a pause of the browser, many come at once. */
const messagesPerMs = 0.25
const burstMessages = 500
/** Changes that follow each other closely are sent together. */
const coalesceMs = 30
const pingMs = 2_000

/** The application closed the connection because the number is open in another tab. */
const inUseCode = 4_409
const invalidCode = 1_008

export function servePhoneSockets(server: Server, sandbox: ControlContext): Disposable {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {})
    const url = URL.parse(request.url ?? '', 'http://localhost')
    const status =
      url?.pathname !== phoneSocketPath ? '404 Not Found' : rejectionReason(request, true) && '403 Forbidden'
    if (status) return void socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
    const number = url!.searchParams.get('number') ?? ''
    sockets.handleUpgrade(request, socket, head, (opened) => openPhone(sandbox, opened, number))
  })
  return {
    [Symbol.dispose]() {
      for (const socket of sockets.clients) socket.terminate()
    },
  }
}

function openPhone({ context, control, nameNumbers }: ControlContext, socket: WebSocket, number: string): void {
  socket.on('error', () => {})
  if (!parseAddress(number).isNumber || context.phoneNumbers.find(number)) {
    socket.close(invalidCode)
    return
  }
  const handset = control.openHandset(number, (frame) => {
    if (socket.readyState === socket.OPEN && socket.bufferedAmount < maxUnsentBytes) socket.send(frame)
  })
  if (!handset) {
    socket.close(inUseCode)
    return
  }
  const { speak, call: liveCall, release } = handset
  let lastSid: string | undefined
  let isAlive = true
  let allowed = burstMessages
  let checkedMs = performance.now()
  let sending: NodeJS.Timeout | undefined
  let names: ReadonlyMap<string, string> = new Map()

  const send = (message: object) => socket.readyState === socket.OPEN && socket.send(JSON.stringify(message))

  function sendState(): void {
    sending = undefined
    const call = liveCall() ?? (lastSid === undefined ? undefined : control.findCall(lastSid))
    lastSid = call?.sid
    send({
      event: 'state',
      number,
      numbers: numbersToCall(context, names),
      name: call ? nameOfOtherSide(context, names, call) : null,
      call: call ? toWire(presentPhoneCall(control, call)) : null,
      can_speak: control.canSpeak,
      can_recognise: control.canRecognise,
    })
  }

  const sendSoon = () => {
    sending ??= setTimeout(sendState, coalesceMs)
  }

  function refresh(): void {
    nameNumbers().then((found) => {
      names = found
      sendSoon()
    })
  }

  function act({ event, to, keys, text }: Record<string, unknown>): void {
    const call = liveCall()
    if (event === 'refresh') refresh()
    else if (event === 'dial') {
      if (call) throw new ApiError(20001, 'The phone is on a call.')
      lastSid = control.call({ from: number, to: String(to) }).sid
    } else if (!call || isOver(call)) return
    else if (event === 'answer') control.answer(call.sid)
    else if (event === 'hang-up') control.hangUp(call.sid)
    else if (event === 'keys') control.press(call.sid, String(keys))
    else if (event === 'say') control.say(call.sid, { say: String(text).slice(0, maxTextLength) })
  }

  function receive(data: Buffer, isBinary: boolean): void {
    const nowMs = performance.now()
    allowed = Math.min(burstMessages, allowed + (nowMs - checkedMs) * messagesPerMs) - 1
    checkedMs = nowMs
    const message = isBinary ? undefined : parse(data)
    if (allowed < 0 || (!isBinary && !message)) {
      socket.close(invalidCode)
      return
    }
    if (!message) {
      if (data.length === frameBytes) speak(data)
      return
    }
    try {
      act(message)
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof InvalidStep)) throw error
      send({ event: 'error', message: error.message })
    }
  }

  socket.on('message', (data, isBinary) => {
    try {
      receive(data as Buffer, isBinary)
    } catch (error) {
      context.log.error({ error }, 'the sandbox carrier failed')
      socket.close(1_011)
    }
  })
  socket.on('pong', () => {
    isAlive = true
  })
  const pings = setInterval(() => {
    if (!isAlive) return socket.terminate()
    isAlive = false
    socket.ping()
  }, pingMs)
  const unsubscribe = context.events.subscribe((event) => {
    const isOwn = event.type === 'call' && [event.call.from, event.call.to].includes(number)
    if (isOwn || event.type === 'reset') sendSoon()
    if (!isOwn || event.call.to !== number || event.call.status !== 'busy') return
    const current = liveCall()
    if (current && current.sid !== event.call.sid)
      send({ event: 'missed', message: `${event.call.from} called, but this phone is on a call.` })
  })
  socket.on('close', () => {
    clearInterval(pings)
    clearTimeout(sending)
    unsubscribe()
    release()
  })
  sendState()
  refresh()
}

/** Undefined if another phone is on the other side. */
function nameOfOtherSide({ phoneNumbers }: SandboxContext, names: ReadonlyMap<string, string>, call: Call) {
  const number = phoneNumbers.find(call.direction === 'inbound' ? call.to : call.from)
  return number && presentNumber(number, names).name
}

/** Newest first. A number can have a webhook that rejects calls, which its last call shows. */
function numbersToCall({ phoneNumbers, settings, calls }: SandboxContext, names: ReadonlyMap<string, string>) {
  const lastCalls = new Map(calls.list().map((call) => [call.to, call]))
  return phoneNumbers
    .list()
    .filter(({ voiceUrl }) => voiceUrl || settings.voiceUrl)
    .map((number) => {
      const last = lastCalls.get(number.phoneNumber)
      return { ...presentNumber(number, names), rejected: last?.answeredAtMs === null && isOver(last) }
    })
    .reverse()
    .sort((a, b) => Number(a.rejected) - Number(b.rejected))
}

function parse(data: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(data.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
