// Sets up a carrier adapter with a sandbox carrier, and creates the messages of its tests.
import type { SandboxCarrier, SettingsPatch } from '@parley/carrier-sandbox'
import type { CarrierAccount, MessageCarrier, OutgoingMessage } from '#server/ports/carrier.ts'

export interface CarrierSetup extends AsyncDisposable {
  carrier: MessageCarrier
  sandbox: SandboxCarrier
}

export interface CarrierSetupOptions {
  settings?: SettingsPatch
  timeoutMs?: number
  /** Where the carrier posts its webhooks. Default: nowhere. */
  publicUrl?: string
}

export type OpenCarrierSetup = (options?: CarrierSetupOptions) => Promise<CarrierSetup>

export const from = '+14155238886'
export const to = '+4915112345678'
export const nowhere = 'http://127.0.0.1:9'
export const secretText = 'my secret text'

export const carrierAccountOf = ({ accountSid, authToken }: SandboxCarrier): CarrierAccount => ({
  carrier: 'twilio',
  externalId: accountSid,
  credentials: authToken,
})

export const accountOf = ({ sandbox }: CarrierSetup): CarrierAccount => carrierAccountOf(sandbox)

export function text(change: Partial<OutgoingMessage> = {}): OutgoingMessage {
  const content = { kind: 'text', body: secretText } as const
  return { channel: 'chatapp', from, to, content, report: { uuid: 'a-message', token: 'secret' }, ...change }
}

export function newTemplate(name = 'order_left') {
  return {
    name,
    language: 'de',
    category: 'marketing',
    bodyText: 'Hello {{1}}, your order {{2}} has left us today, thank you.',
    samples: { 1: 'Ann', 2: '17' },
  } as const
}

/** The URL of a medium that does not exist. */
export function mediaUrl({ sandbox: { baseUrl, accountSid } }: CarrierSetup): string {
  const none = '0'.repeat(32)
  return `${baseUrl}/2010-04-01/Accounts/${accountSid}/Messages/MM${none}/Media/ME${none}`
}
