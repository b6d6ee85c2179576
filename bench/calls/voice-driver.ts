// A process that takes the part of the carrier in the voice benchmark: opens calls, and talks on all of them.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { documentedAccount } from '@parley/carrier-sandbox'
import { loadVoiceActivity } from '@parley/speech'
import { WebSocket } from 'ws'
import { signTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import { answerParent } from '../shared/child.ts'
import { customerLines } from './voice-audio.ts'
import { createPhone, type Phone, type PhoneOptions, type ServerTiming } from './voice-phone.ts'
import { noSamples } from './voice-samples.ts'

export interface CallTarget {
  /** The address of Parley and the number to call, or the WebSocket of the bare server. */
  parley?: { baseUrl: string; number: string }
  bareUrl?: string
  /** The first frame of speech or silence decides, if not given. */
  timing?: ServerTiming
  /** The customer's question in mu-law audio; scripted speech by default. */
  question?: Uint8Array
}

export type DriverOrder =
  /** Waits for the first question of the last call, if no other time is given. */
  | { kind: 'connect'; target: CallTarget; calls: number; waitMs?: number }
  | { kind: 'measure'; seconds: number }
  | { kind: 'hangUp' }
  /** Cuts the connections. */
  | { kind: 'cut' }

const frameMs = 20
const connectsPerSecond = 20

const { accountSid, authToken } = documentedAccount
const phones: { phone: Phone; nextMs: number }[] = []
let samples = noSamples()

async function connect(target: CallTarget, calls: number): Promise<void> {
  const voiceActivity = await loadVoiceActivity()
  const lines = customerLines(target.question)
  const base = { lines, timing: target.timing ?? {}, samples: () => samples }
  await Promise.all(
    Array.from({ length: calls }, async (_, index) => {
      await pause((index * 1000) / connectsPerSecond)
      phones.push(await openCall(target, { ...base, detector: voiceActivity.open(2) }))
    }),
  )
}

async function openCall(target: CallTarget, options: Omit<PhoneOptions, 'socket' | 'streamSid'>) {
  const streamSid = `MZ${randomBytes(16).toString('hex')}`
  const callSid = `CA${randomBytes(16).toString('hex')}`
  const { url, token } = target.parley ? await ring(target.parley, callSid) : { url: target.bareUrl!, token: '' }
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url }) }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  await once(socket, 'open')
  socket.on('error', () => {})
  const mediaFormat = { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 }
  const start = { accountSid, streamSid, callSid, tracks: ['inbound'], mediaFormat, customParameters: { token } }
  const phone = createPhone({ ...options, socket, streamSid })
  socket.send(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }))
  socket.send(JSON.stringify({ event: 'start', sequenceNumber: '1', streamSid, start }))
  if (!target.parley) phone.skipGreeting()
  return { phone, nextMs: performance.now() + Math.random() * frameMs }
}

/** Posts the webhook of an inbound call, and returns the media connection that the response asks for. */
async function ring({ baseUrl, number }: { baseUrl: string; number: string }, callSid: string) {
  const url = `${baseUrl}/carrier/twilio/voice`
  const form = {
    AccountSid: accountSid,
    CallSid: callSid,
    From: '+12025559999',
    To: number,
    CallStatus: 'ringing',
    Direction: 'inbound',
  }
  const headers = { 'x-twilio-signature': signTwilioWebhook({ authToken, url, form }) }
  const response = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) })
  const twiml = await response.text()
  const [mediaUrl, token] = [/ url="([^"]+)"/.exec(twiml)?.[1], / value="([^"]+)"/.exec(twiml)?.[1]]
  if (mediaUrl === undefined || token === undefined) throw new Error(`The call was not answered: ${twiml}`)
  return { url: mediaUrl, token }
}

/** The frames of the calls are spread over time, as those of a carrier are. */
function sendDueFrames(): void {
  const nowMs = performance.now()
  for (const one of phones) {
    one.phone.returnMarks(nowMs)
    if (one.nextMs > nowMs) continue
    one.nextMs = Math.max(one.nextMs + frameMs, nowMs - 5 * frameMs)
    one.phone.frame(performance.now())
  }
}

async function carryOut(order: DriverOrder): Promise<unknown> {
  if (order.kind === 'connect') {
    samples = noSamples()
    await connect(order.target, order.calls)
    await pause(order.waitMs ?? 5_000)
    return undefined
  }
  if (order.kind === 'measure') {
    samples = noSamples()
    await pause(order.seconds * 1000)
    return samples
  }
  const ended = phones.splice(0)
  if (order.kind === 'cut') for (const { phone } of ended) phone.cut()
  else await Promise.all(ended.map(({ phone }) => phone.hangUp()))
  return undefined
}

setInterval(sendDueFrames, 1)
answerParent(carryOut)
