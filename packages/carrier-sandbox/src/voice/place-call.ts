// Connects a call to its other side: a virtual phone, a handset, or another number of the account.

import { type Call, newCall } from '../core/calls.ts'
import type { PhoneNumber } from '../core/phone-numbers.ts'
import { type Handset, silence } from './audio.ts'
import { type AudioEnd, createBridge } from './audio-end.ts'
import type { FinalStatus, LiveCall, VoiceEnvironment } from './environment.ts'
import { createLiveCall } from './live-call.ts'
import { createPhone } from './phone.ts'
import { type PhoneBehaviour, ringMsOf } from './phone-behaviours.ts'
import { pressKeys } from './press-keys.ts'
import { createTranscriber } from './transcriber.ts'

/** Ends chains of numbers that dial each other. */
const maxLiveCalls = 1_000

/** Dials the number of an outgoing call. `onAnswer` runs once the other side has answered and machine detection allows it. */
export function placeCall(env: VoiceEnvironment, live: LiveCall, onAnswer: () => void): void {
  const { call } = live
  const { context } = env
  const number = context.phoneNumbers.find(call.to)
  if (env.live.size > maxLiveCalls) live.end('failed', 503)
  else if (number) callNumberOfAccount(env, live, number, onAnswer)
  else ringPhone(env, live, behaviourOfPhone(env, live), onAnswer)
  if (live.signal.aborted || live.isAnswered()) return
  context.scheduler.after(call.ringingSeconds * 1_000, () => {
    const current = env.live.get(call.sid)
    if (current && !current.isAnswered()) current.end('no-answer', 487)
  })
}

function ringPhone(env: VoiceEnvironment, live: LiveCall, behaviour: PhoneBehaviour, onAnswer: () => void): void {
  const { pickUp = 'answer' } = behaviour
  if (pickUp === 'not-in-service') live.end('failed', 404)
  else if (pickUp === 'busy') live.end('busy', 486)
  if (live.signal.aborted) return
  live.ring()
  const answer = () => void answerPhone(env, live, behaviour, onAnswer)
  if (pickUp === 'manual') live.answerByHand = answer
  if (pickUp === 'manual' || pickUp === 'no-answer') return
  env.context.scheduler.after(ringMsOf(env.context, behaviour), () => {
    if (live.signal.aborted) return
    if (pickUp === 'reject') live.end('busy', 603)
    else answer()
  })
}

async function answerPhone(
  env: VoiceEnvironment,
  live: LiveCall,
  behaviour: PhoneBehaviour,
  onAnswer: () => void,
): Promise<void> {
  if (live.signal.aborted || live.isAnswered()) return
  const { promise: beeped, resolve } = Promise.withResolvers<void>()
  connectPhone(env, live, behaviour, resolve)
  await sendDigits(env, live)
  await detectMachine(env, live, behaviour, beeped)
  if (!live.signal.aborted) onAnswer()
}

/** The instructions of the call begin afterwards. */
const sendDigits = (env: VoiceEnvironment, live: LiveCall): Promise<void> =>
  pressKeys(env, live, live.call.sendDigits, live.signal)

/** Lets a virtual phone take part in the call. */
export function connectPhone(
  env: VoiceEnvironment,
  live: LiveCall,
  behaviour: PhoneBehaviour,
  onBeep: () => void = () => {},
): void {
  const phone = createPhone(env, live, behaviour, onBeep)
  const handset = env.handsets.get(phoneNumberOf(live.call))
  env.phones.set(live.call.sid, phone)
  live.connect(handset ? joinHandset(env, live, handset, phone) : phone)
}

function callNumberOfAccount(env: VoiceEnvironment, caller: LiveCall, number: PhoneNumber, onAnswer: () => void): void {
  const callee = createInboundCall(env, caller.call.from, number)
  const bridge = createBridge(
    (key) => caller.application.keyPressed(key),
    (key) => callee.application.keyPressed(key),
  )
  callee.acceptParty = () => {
    caller.connect(bridge.first)
    callee.connect(bridge.second)
    void sendDigits(env, caller)
      .then(() => detectMachine(env, caller, {}, Promise.resolve()))
      .then(() => {
        if (!caller.signal.aborted) onAnswer()
      })
  }
  callee.signal.addEventListener(
    'abort',
    () => caller.end(callee.call.status as FinalStatus, callee.call.sipCode ?? 200),
    {
      once: true,
    },
  )
  caller.signal.addEventListener('abort', () => callee.end('no-answer', 487), { once: true })
  caller.ring()
  receive(env, callee)
}

export function createInboundCall(env: VoiceEnvironment, from: string, number: PhoneNumber): LiveCall {
  const { voiceUrl, voiceMethod, voiceFallbackUrl, voiceFallbackMethod, statusCallback, statusCallbackMethod } = number
  const url = voiceUrl || (env.context.settings.voiceUrl ?? '')
  const call = newCall(env.context, {
    direction: 'inbound',
    from,
    to: number.phoneNumber,
    status: 'ringing',
    startedAtMs: env.context.scheduler.nowMs(),
    instructions: {
      url,
      method: voiceMethod,
      fallbackUrl: voiceFallbackUrl || null,
      fallbackMethod: voiceFallbackMethod,
    },
    callback: statusCallback
      ? { url: statusCallback, method: statusCallbackMethod, events: ['initiated', 'ringing', 'answered', 'completed'] }
      : null,
  })
  env.context.calls.save(call)
  return createLiveCall(env, call)
}

/** Runs the TwiML of an inbound call, which answers or rejects it. */
export function receive(env: VoiceEnvironment, live: LiveCall): void {
  const { instructions } = live.call
  if ('url' in instructions && instructions.url === '') live.end('failed', 404)
  else env.runTwiml(live, instructions)
}

/** Resolves with the value of `AnsweredBy` when the TwiML may start, which an asynchronous result does not delay. */
async function detectMachine(
  env: VoiceEnvironment,
  live: LiveCall,
  behaviour: PhoneBehaviour,
  beeped: Promise<void>,
): Promise<void> {
  const { context } = env
  const options = live.call.machineDetection
  if (!options) return
  const startedAtMs = context.scheduler.nowMs()
  const result = decide(env, live, behaviour, beeped).then(async (answeredBy) => {
    if (live.signal.aborted) return
    live.change({ answeredBy })
    if (!options.callbackUrl) return
    const form = {
      CallSid: live.call.sid,
      AccountSid: context.accountSid,
      AnsweredBy: answeredBy,
      MachineDetectionDuration: String(context.scheduler.nowMs() - startedAtMs),
    }
    const webhook = { kind: 'machine-detection', method: 'POST', url: options.callbackUrl, form } as const
    await context.sendWebhook({ ...webhook, callSid: live.call.sid }).firstAttempt
  })
  if (options.callbackUrl === null) await result
}

function decide(
  { context }: VoiceEnvironment,
  live: LiveCall,
  { answeredBy = 'human', steps = [] }: PhoneBehaviour,
  beeped: Promise<void>,
): Promise<string> {
  const { mode, timeoutMs } = live.call.machineDetection!
  const { promise, resolve } = Promise.withResolvers<string>()
  live.signal.addEventListener('abort', () => resolve('unknown'), { once: true })
  const { scheduler, settings } = context
  const after = (ms: number, result: string) => scheduler.after(ms, () => resolve(result))
  if (answeredBy !== 'machine') after(settings.delaysMs.machineDetection, answeredBy)
  else if (mode === 'Enable') after(settings.delaysMs.machineDetection, 'machine_start')
  else if (steps.some((step) => step.beep)) void beeped.then(() => resolve('machine_end_beep'))
  else after(settings.delaysMs.machineDetection, 'machine_end_silence')
  after(timeoutMs, 'unknown')
  return promise
}

/** The number of the virtual phone that takes part in the call. */
export const phoneNumberOf = ({ direction, from, to }: Call): string => (direction === 'inbound' ? from : to)

/** A handset rings until its user answers, and is busy during a call. */
function behaviourOfPhone(env: VoiceEnvironment, { call }: LiveCall): PhoneBehaviour {
  if (!env.handsets.has(call.to)) return env.behaviours.of(call.to)
  const isBusy = env.live.values().some((other) => other.call !== call && phoneNumberOf(other.call) === call.to)
  return { pickUp: isBusy ? 'busy' : 'manual' }
}

/** The handset replaces the silence of a virtual phone; the texts and keys of that phone remain possible. */
function joinHandset(env: VoiceEnvironment, live: LiveCall, handset: Handset, phone: AudioEnd): AudioEnd {
  const transcriber = createTranscriber(env, (text, atMs) => live.addCaption('phone', text, atMs))
  const answeredAtMs = env.context.scheduler.nowMs()
  handset.microphone.clear()
  live.signal.addEventListener('abort', () => transcriber.end(), { once: true })
  return {
    exchange(heard) {
      handset.hear(heard)
      const spoken = phone.exchange(heard)
      const frame = handset.microphone.next()
      transcriber.push(frame, env.context.scheduler.nowMs() - answeredAtMs)
      return spoken === silence ? frame : spoken
    },
    keyPressed: (key) => phone.keyPressed(key),
  }
}
