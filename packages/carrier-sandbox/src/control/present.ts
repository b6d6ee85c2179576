// The JSON of messages, phones, calls, templates and senders in the control API.
import { numberOf } from '../core/addresses.ts'
import { errorMessage } from '../core/api-error.ts'
import { findBehaviour } from '../core/behaviours.ts'
import { type Call, durationSeconds, isOver } from '../core/calls.ts'
import type { SandboxContext } from '../core/context.ts'
import type { PhoneNumber } from '../core/phone-numbers.ts'
import type { Message } from '../core/state.ts'
import { isWindowOpen } from '../delivery/delivery-error.ts'
import type { VirtualPhones } from '../phones/phones.ts'
import { bodyOf, mainType } from '../templates/content-types.ts'
import { phoneBehaviours } from '../voice/phone-behaviours.ts'
import type { SandboxControl } from './control.ts'
import type { ControlContext } from './control-route.ts'

/** `name` is null if the number has no name. */
export function presentNumber({ phoneNumber, friendlyName }: PhoneNumber, names: ReadonlyMap<string, string>) {
  const name = names.get(phoneNumber) ?? friendlyName
  return { number: phoneNumber, name: name === phoneNumber ? null : name }
}

export function presentPhoneMessage({ state }: SandboxContext, message: Message) {
  const media = message.mediaSids.map((sid) => state.media.get(sid)).filter((item) => item !== undefined)
  const { sid, direction, channel, from, to, body, status, buttons } = message
  return {
    ...{ sid, direction, channel, from, to, body, status, buttons },
    error_code: message.errorCode,
    error_message: errorMessage(message.errorCode),
    content_sid: message.contentSid,
    media: media.map(({ sid, contentType, filename }) => ({ sid, content_type: contentType, filename })),
    created_at: new Date(message.createdAtMs).toISOString(),
    arrived_at: message.arrivedAtMs === null ? null : new Date(message.arrivedAtMs).toISOString(),
  }
}

export function presentPhone(context: SandboxContext, phones: VirtualPhones, number: string) {
  const last = phones.thread(number).at(-1)
  const customer = last && (last.direction === 'inbound' ? last.from : last.to)
  const sender = last && (last.direction === 'inbound' ? last.to : last.from)
  return {
    number,
    sender: sender === undefined ? null : numberOf(sender),
    channel: last?.channel ?? 'whatsapp',
    last: last ? presentPhoneMessage(context, last) : null,
    window_open: customer !== undefined && sender !== undefined && isWindowOpen(context, sender, customer),
    does: findBehaviour(context, number)?.does ?? null,
  }
}

export async function presentState({ context, control, phones, nameNumbers }: ControlContext) {
  const names = await nameNumbers()
  const { state, scheduler, accountSid, baseUrl, activityLog } = context
  return {
    account_sid: accountSid,
    base_url: baseUrl,
    now: scheduler.now().toISOString(),
    turned_ms: scheduler.turnedMs(),
    senders: [...state.senders.values()].map((sender) => ({
      sid: sender.sid,
      number: numberOf(sender.senderId),
      name: sender.profile['name'] ?? null,
      status: sender.status,
      quality: sender.quality,
      messaging_limit: sender.messagingLimit,
      offline_reasons: sender.offlineReasons,
    })),
    templates: [...state.templates.values()].reverse().map((template) => ({
      sid: template.sid,
      name: template.approval?.name ?? template.friendlyName,
      language: template.language,
      category: template.approval?.category ?? null,
      status: template.approval?.status ?? 'unsubmitted',
      rejection_reason: template.approval?.rejectionReason ?? '',
      type: mainType(template.types),
      body: bodyOf(template.types),
    })),
    numbers: context.phoneNumbers.list().map((number) => presentNumber(number, names)),
    calls: control.recentCalls(50).map((call) => presentPhoneCall(control, call)),
    well_known_numbers: Object.entries(phoneBehaviours).map(([number, { does }]) => ({ number, name: does })),
    can_speak: control.canSpeak,
    phones: phones.list().map((number) => presentPhone(context, phones, number)),
    requests: activityLog.requests.slice(-50).reverse(),
    webhooks: activityLog.webhooks
      .slice(-50)
      .reverse()
      .map(({ form: _, ...webhook }) => webhook),
    alarms: activityLog.alarms.slice(-20).reverse(),
  }
}

export function presentPhoneCall(control: SandboxControl, call: Call) {
  const live = control.liveCall(call.sid)
  const time = (atMs: number | null) => (atMs === null ? null : new Date(atMs).toISOString())
  const { sid, parentSid, direction, from, to, status, captions, keysHeard } = call
  return {
    ...{ sid, parentSid, direction, from, to, status, captions, keysHeard },
    /** The number of the virtual phone. */
    phone: direction === 'inbound' ? from : to,
    created_at: time(call.createdAtMs),
    answered_at: time(call.answeredAtMs),
    ended_at: time(call.endedAtMs),
    duration_seconds: durationSeconds(call),
    answered_by: call.answeredBy,
    sip_code: call.sipCode,
    speakers: live?.speakers() ?? [],
    /** The phone rings until its user answers. */
    can_answer: call.status === 'ringing' && live?.answerByHand !== undefined,
    has_recording: isOver(call) && control.isRecorded(sid),
  }
}
