// Sets up an adapter of the port of calls with a sandbox carrier and a receiver of webhooks and media connections.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { SandboxCarrier } from '@parley/carrier-sandbox'
import { WebSocketServer } from 'ws'
import { verifyTwilioWebhook } from '#server/carriers/twilio/webhooks/signature.ts'
import { type Form, formOf } from '#server/platform/http/bodies/form-body.ts'
import type { CarrierAccount } from '#server/ports/carrier.ts'
import type {
  AgentDecision,
  CallUpdate,
  InboundCall,
  MachineDetection,
  OutgoingCall,
  VoiceCarrier,
} from '#server/ports/voice-carrier.ts'
import { type AnswerRequest, openReceiver } from '#testing/emulators/receiver.ts'
import { type CarrierSetupOptions, carrierAccountOf } from '../carrier/setup.ts'

/** How the adapter reads the carrier's webhooks, and what it answers. */
export interface VoiceWebhooks {
  readInboundCall(form: Form): InboundCall | undefined
  readCallUpdate(form: Form): CallUpdate | undefined
  readMachineDetection(form: Form): MachineDetection | undefined
  readDecision(form: Form): AgentDecision | undefined
  contentType: string
  connectMedia(url: string): string
  rejectCall(reason: 'busy' | 'rejected'): string
  hangUp(): string
}

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

export const accountOf = ({ sandbox }: VoiceSetup): CarrierAccount => carrierAccountOf(sandbox)

export function outgoingCall(change: Partial<OutgoingCall> = {}): OutgoingCall {
  const report = { uuid: 'a-call', token: 'secret' }
  return {
    ...{ from, to, mediaToken: 'secret', report, detectsMachine: false, ringingSeconds: 30, maxSeconds: 600 },
    ...change,
  }
}

/** Receives webhooks and media connections, which are all accepted and keep calls in progress. */
export async function openWebhooks(answer: AnswerRequest = () => ({ status: 204 })) {
  const receiver = await openReceiver(answer)
  const media = new WebSocketServer({ server: receiver.server })
  return {
    ...receiver,
    mediaUrl: receiver.url.replace('http', 'ws'),
    connected: once(media, 'connection'),
    /** Checks the signature of each form. */
    forms(setup: VoiceSetup): Form[] {
      return receiver.requests.map(({ path, body, headers }) => {
        const form = formOf(new URLSearchParams(body.toString()))
        const signature = headers['x-twilio-signature']?.toString()
        const { credentials: authToken } = accountOf(setup)
        assert.ok(verifyTwilioWebhook({ authToken, url: receiver.url + path, form, signature }))
        return form
      })
    },
    async [Symbol.asyncDispose]() {
      for (const client of media.clients) client.terminate()
      await receiver[Symbol.asyncDispose]()
    },
  }
}
