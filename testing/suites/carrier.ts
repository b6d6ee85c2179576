// The test suite for every adapter of the carrier port, which talks to the sandbox carrier over HTTP.
import { describe } from 'node:test'
import { failuresSuite } from './carrier/failures.ts'
import { messagesSuite } from './carrier/messages.ts'
import { sendersSuite } from './carrier/senders.ts'
import type { OpenCarrierSetup } from './carrier/setup.ts'

export function carrierSuite(name: string, open: OpenCarrierSetup): void {
  describe(`carrier: ${name}`, () => {
    failuresSuite(open)
    messagesSuite(open)
    sendersSuite(open)
  })
}
