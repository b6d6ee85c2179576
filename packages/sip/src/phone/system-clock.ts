// The time and the chance of the system.
import { randomBytes } from 'node:crypto'
import type { RandomHex, SipClock } from '../clock.ts'

export const systemClock: SipClock = {
  now: () => performance.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
}

export const systemRandom: RandomHex = (bytes) => randomBytes(bytes).toString('hex')
