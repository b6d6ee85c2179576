// What SIP trunks cannot do.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { type MessageCarrier, messageRequests } from '#server/ports/carrier.ts'

const refuse = (says: string) => async (): Promise<never> => {
  throw new CarrierError('refused', says, { reason: 'unsupported' })
}

export const unsupported = refuse('A SIP trunk cannot do that.')

const noMessage = refuse('A SIP trunk carries no messages.')

export const noMessages = {
  ...Object.fromEntries(messageRequests.map((name) => [name, noMessage])),
  inboundUrl: '',
  isInboundWebhook: () => false,
} as unknown as MessageCarrier
