// A process that takes the part of the carrier in the voice benchmark: opens calls, and talks on all of them.
import { setTimeout as pause } from 'node:timers/promises'
import { loadVoiceActivity } from '@parley/speech'
import { answerParent } from '../shared/child.ts'
import { type MediaTarget, openMediaCall } from './media-call.ts'
import { customerLines } from './voice-audio.ts'
import { createPhone, type Phone, type PhoneOptions, type ServerTiming } from './voice-phone.ts'
import { noSamples } from './voice-samples.ts'

export interface CallTarget extends MediaTarget {
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
  const { socket, streamSid, start } = await openMediaCall(target)
  const phone = createPhone({ ...options, socket, streamSid })
  start()
  if (!target.parley) phone.skipGreeting()
  return { phone, nextMs: performance.now() + Math.random() * frameMs }
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
