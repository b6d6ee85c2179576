// A process that takes the part of the provider in the benchmark of SIP: places calls, and talks in all of them.
import { setTimeout as pause } from 'node:timers/promises'
import type { PhoneCall } from '@parley/sip'
import { loadVoiceActivity } from '@parley/speech'
import { openProvider } from '#testing/sip/provider.ts'
import { answerParent } from '../shared/child.ts'
import { createCustomer } from './sip-customer.ts'
import { customerLines } from './voice-audio.ts'
import type { ServerTiming } from './voice-phone.ts'
import { noSamples } from './voice-samples.ts'

/** A number of the trunk that is registered here, or the address of the bare telephone. */
export type SipTarget = { phoneNumber: string; timing: ServerTiming } | { uri: string }

export type SipDriverOrder =
  /** Returns the fields of a trunk with this number. */
  | { kind: 'provide'; phoneNumber: string }
  | { kind: 'connect'; target: SipTarget; calls: number; waitMs?: number }
  | { kind: 'measure'; seconds: number }
  | { kind: 'hangUp' }

const connectsPerSecond = 20

const provider = await openProvider()
const { phone } = provider
const account = phone.addAccount({ domain: '127.0.0.1', user: 'bench' })
const lines = customerLines(undefined)
let calls: { call: PhoneCall; close(): void }[] = []
let samples = noSamples()

async function connect(target: SipTarget, count: number): Promise<void> {
  const voiceActivity = await loadVoiceActivity()
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      await pause((index * 1000) / connectsPerSecond)
      const isParley = 'phoneNumber' in target
      const customer = createCustomer({
        lines,
        detector: voiceActivity.open(2),
        timing: isParley ? target.timing : {},
        hasGreeting: isParley,
        samples: () => samples,
      })
      const call = isParley
        ? await provider.call('+12025559999', target.phoneNumber, customer)
        : await phone.call(account, { to: target.uri }, customer.events)
      calls.push({ call, close: customer.close })
    }),
  )
}

const concealed = (): number =>
  calls.reduce((sum, { call }) => sum + (call.statistics()?.concealedSamples ?? 0), 0) / 160

async function carryOut(order: SipDriverOrder): Promise<unknown> {
  if (order.kind === 'provide') return provider.trunk(order.phoneNumber)
  samples = noSamples()
  if (order.kind === 'connect') {
    await connect(order.target, order.calls)
    await pause(order.waitMs ?? 5_000)
    return undefined
  }
  if (order.kind === 'measure') {
    const before = concealed()
    await pause(order.seconds * 1000)
    samples.gaps = Math.round(concealed() - before)
    return samples
  }
  const ended = calls
  calls = []
  for (const { call, close } of ended) {
    close()
    call.hangUp()
  }
  return undefined
}

answerParent(carryOut)
