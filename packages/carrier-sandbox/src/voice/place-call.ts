// Connects a call to its other side: a virtual phone, or another number of the account.
import type { PhoneNumber } from '../core/phone-numbers.ts'
import { createBridge } from './audio-end.ts'
import type { FinalStatus, LiveCall, VoiceEnvironment } from './environment.ts'
import { behaviourOfPhone, joinHandset, phoneNumberOf } from './handset.ts'
import { createLiveCall } from './live-call.ts'
import { detectMachine } from './machine-detection.ts'
import { newCall } from './new-call.ts'
import { createPhone } from './phone.ts'
import { type PhoneBehaviour, ringMsOf } from './phone-behaviours.ts'

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
  await detectMachine(env, live, behaviour, beeped)
  if (!live.signal.aborted) onAnswer()
}

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
    void detectMachine(env, caller, {}, Promise.resolve()).then(() => {
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
