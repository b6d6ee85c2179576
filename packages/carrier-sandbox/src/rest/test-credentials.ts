// Messages sent with the test credentials: Twilio's magic numbers decide the response, and nothing is stored.
// https://www.twilio.com/docs/iam/test-credentials
import { parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { testAccount } from '../core/settings.ts'
import { newSid } from '../core/sids.ts'
import { buildMessage } from '../delivery/store-message.ts'
import type { ApiResponse } from './api-request.ts'
import { presentMessage } from './present-message.ts'

const magicSender = '+15005550006'
const senderCodes: Readonly<Record<string, number>> = {
  '+15005550001': 21212,
  '+15005550007': 21606,
  '+15005550008': 21611,
}
const recipientCodes: Readonly<Record<string, number>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
}

export function createTestMessage(form: URLSearchParams): ApiResponse {
  const [to, from, body] = [form.get('To') ?? '', form.get('From') ?? '', form.get('Body') ?? '']
  if (to === '') throw new ApiError(21604)
  if (form.has('MessagingServiceSid')) throw new ApiError(20008)
  if (from === '') throw new ApiError(21603)
  if (body === '' && !form.has('MediaUrl')) throw new ApiError(21619)
  if (from !== magicSender) throw new ApiError(senderCodes[from] ?? 21606)
  if (recipientCodes[to] !== undefined) throw new ApiError(recipientCodes[to])
  if (!parseAddress(to).isNumber) throw new ApiError(21211, `The 'To' number ${to} is not a valid phone number.`)
  if (body.length > 1_600) throw new ApiError(21617)
  const sid = newSid('SM')
  const draft = {
    sid,
    direction: 'outbound-api',
    from,
    to,
    body,
    mediaUrls: form.getAll('MediaUrl'),
    status: 'queued',
  } as const
  const message = presentMessage(testAccount.accountSid, buildMessage(draft, Date.now()))
  return { status: 201, body: message, sid, root: 'Message' }
}
