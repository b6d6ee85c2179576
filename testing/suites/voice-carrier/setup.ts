// Sets up an adapter of the port of calls with a sandbox carrier, a media connection and a receiver of webhooks.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { SandboxCarrier } from '@parley/carrier-sandbox'
import { WebSocketServer } from 'ws'
import { formOf, verifyTwilioWebhook } from '#server/platform/security/twilio-signature.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type { OutgoingCall, VoiceCarrier, VoiceForm, VoiceWebhooks } from '#server/ports/voice-carrier.ts'
import { type AnswerRequest, openReceiver } from '#testing/emulators/receiver.ts'
import type { CarrierSetupOptions } from '../carrier/setup.ts'

export interface VoiceSetup extends AsyncDisposable {
  carrier: VoiceCarrier
  webhooks: VoiceWebhooks
  sandbox: SandboxCarrier
}

export type OpenVoiceSetup = (options?: CarrierSetupOptions) => Promise<VoiceSetup>

/** The sandbox has this number from the start. */
export const from = '+14155238886'
/** Answers and stays silent. */
export const to = '+12025550102'

export function accountOf({ sandbox: { accountSid, authToken } }: VoiceSetup): CarrierAccount {
  return { accountSid, authToken }
}

/** A media connection that accepts everything, which keeps a call in progress. */
export async function openMedia() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`
  return {
    target: { url, token: 'secret' },
    connected: once(server, 'connection'),
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function outgoingCall(change: Partial<OutgoingCall> & Pick<OutgoingCall, 'media'>): OutgoingCall {
  return { from, to, statusCallbackUrl: 'http://127.0.0.1:9/status', ringingSeconds: 30, maxSeconds: 600, ...change }
}

/** Receives webhooks, and checks the signature of each. */
export async function openWebhooks(setup: VoiceSetup, answer: AnswerRequest = () => ({ status: 204 })) {
  const receiver = await openReceiver(answer)
  return {
    ...receiver,
    forms(): VoiceForm[] {
      return receiver.requests.map(({ path, body, headers }) => {
        const form = formOf(new URLSearchParams(body.toString()))
        const signature = headers['x-twilio-signature']?.toString()
        assert.ok(verifyTwilioWebhook({ ...accountOf(setup), url: receiver.url + path, form, signature }))
        return form
      })
    },
  }
}
