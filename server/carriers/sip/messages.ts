// Telephone lines carry no messages.
import { CarrierError } from '#server/platform/carriers/carrier-error.ts'
import { type MessageCarrier, messageRequests } from '#server/ports/carrier.ts'

const refuse = async (): Promise<never> => {
  throw new CarrierError('refused', 'A SIP trunk carries no messages.', { reason: 'unsupported' })
}

export const noMessages = {
  ...Object.fromEntries(messageRequests.map((name) => [name, refuse])),
  inboundUrl: '',
  isInboundWebhook: () => false,
} as unknown as MessageCarrier
