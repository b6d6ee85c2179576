// The test suite for every adapter of the port of calls, which talks to the sandbox carrier over HTTP.
import { describe } from 'node:test'
import { callsSuite } from './voice-carrier/calls.ts'
import { failuresSuite } from './voice-carrier/failures.ts'
import { phoneNumbersSuite } from './voice-carrier/phone-numbers.ts'
import type { OpenVoiceSetup } from './voice-carrier/setup.ts'

export function voiceCarrierSuite(name: string, open: OpenVoiceSetup): void {
  describe(`voice carrier: ${name}`, () => {
    callsSuite(open)
    failuresSuite(open)
    phoneNumbersSuite(open)
  })
}
