// Converts SMS to their API representation.

import type { sms } from '#contract/messages/sms.ts'
import type { ReplyOf } from '#contract/wire/endpoint.ts'
import { presentUsd } from '#server/features/billing/index.ts'
import { toIsoMicros } from '#server/platform/time/timestamps.ts'
import { deliveryStatusOf } from '../message/delivery-status.ts'
import type { Message } from '../message/message.ts'

type PresentedSms = ReplyOf<typeof sms.get>['data']
export type SmsStatus = PresentedSms['status']

/** The account's side of an SMS. */
export interface NumberOfSms {
  phone: string
  /** Null after the phone number was deleted. */
  phoneNumberId: number | null
}

export function presentSms(message: Message, { phone, phoneNumberId }: NumberOfSms): PresentedSms {
  const { direction, address } = message
  const isInbound = direction === 'inbound'
  return {
    id: message.id,
    phone_number_id: phoneNumberId,
    direction,
    from: isInbound ? address : phone,
    to: isInbound ? phone : address,
    body: message.body ?? '',
    segments: message.segments!,
    segment_price: presentUsd(message.segmentPriceMicros!),
    total_cost: presentUsd(costMicrosOf(message)),
    status: statusOf(message),
    sms_sid: message.externalId,
    error_code: message.errorCode,
    error_message: message.errorMessage,
    created_at: toIsoMicros(message.createdAt),
    updated_at: toIsoMicros(message.updatedAt),
  }
}

/** The price is on hold until the carrier has accepted the message. */
const costMicrosOf = ({ state, priceMicros, chargedMicros }: Message): number =>
  state === 'sending' || state === 'unknown' ? priceMicros : chargedMicros

function statusOf({ direction, status }: Message): SmsStatus {
  if (direction === 'inbound') return 'received'
  const delivery = deliveryStatusOf(status)
  return delivery === 'read' ? 'delivered' : delivery
}
