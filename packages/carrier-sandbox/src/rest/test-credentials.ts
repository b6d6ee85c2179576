// Messages, calls and purchases of numbers with the test credentials: Twilio's magic numbers decide the response, and nothing is stored.
// https://www.twilio.com/docs/iam/test-credentials
import { parseAddress } from '../core/addresses.ts'
import { ApiError } from '../core/api-error.ts'
import { newCall } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import { testAccount } from '../core/settings.ts'
import { newSid } from '../core/sids.ts'
import { buildMessage } from '../delivery/store-message.ts'
import type { ApiResponse } from './api-request.ts'
import { presentCall, presentMessage } from './present-call.ts'
import { readInstructions } from './read-call.ts'

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

const calleeCodes: Readonly<Record<string, number>> = {
  '+15005550001': 21217,
  '+15005550002': 21214,
  '+15005550003': 21215,
  '+15005550004': 21216,
}

export function createTestCall(context: SandboxContext, form: URLSearchParams): ApiResponse {
  const [to, from] = [form.get('To') ?? '', form.get('From') ?? '']
  if (to === '') throw new ApiError(21201)
  if (from === '') throw new ApiError(21213)
  if (from !== magicSender) throw new ApiError(from === '+15005550001' ? 21212 : 21210)
  if (calleeCodes[to] !== undefined) throw new ApiError(calleeCodes[to])
  if (!parseAddress(to).isNumber) throw new ApiError(21211, `The 'To' number ${to} is not a valid phone number.`)
  const instructions = readInstructions(form)
  if (!instructions) throw new ApiError(21205, 'Url or Twiml is required.')
  const call = newCall(context, { direction: 'outbound-api', from, to, instructions })
  const body = presentCall({ ...context, accountSid: testAccount.accountSid }, call)
  return { status: 201, body, sid: call.sid, root: 'Call' }
}

/** Throws unless the test credentials can buy the number. */
export function checkTestNumber(phoneNumber: string): void {
  if (phoneNumber === '+15005550000') throw new ApiError(21422)
  if (phoneNumber !== magicSender) throw new ApiError(21421)
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
