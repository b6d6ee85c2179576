// Sends, finds and lists messages at the carrier.
import type { CarrierAccount, CarrierMessage, MessageCarrier, OutgoingMessage } from '#server/ports/carrier.ts'
import type { Api } from '../rest/api.ts'
import { unlessMissing, unreadable } from '../rest/failures.ts'
import { type Fields, numberOf, sidOf, textOf, timeOf } from '../rest/json.ts'
import { faultOf } from '../rest/meaning.ts'
import type { WebhookUrls } from '../webhooks/urls.ts'
import { bareAddress, toAddress } from './addressing.ts'
import { toStatus } from './statuses.ts'

const sidForm = /^(?:SM|MM)[0-9a-f]{32}$/i

export function createMessages(
  api: Api,
  urls: WebhookUrls,
): Pick<MessageCarrier, 'sendMessage' | 'findMessage' | 'listMessages'> {
  return {
    sendMessage: async (account, message) => {
      const { sid, status } = await api.postForm(account, 'api', `${folder(account)}.json`, toForm(message, urls))
      if (typeof sid !== 'string' || !sidForm.test(sid)) throw unreadable('write')
      return { externalId: sid, status: toStatus(textOf(status)) }
    },
    findMessage: async (account, sid) => {
      if (!sidForm.test(sid)) return undefined
      const found = await unlessMissing(api.get(account, 'api', `${folder(account)}/${sid}.json`))
      return found && toMessage(found)
    },
    listMessages: async (account, { channel, from, to, since }) => {
      const sinceMs = Math.floor(since.getTime() / 1_000) * 1_000
      const isRecent = (message: CarrierMessage) => message.createdAt.getTime() >= sinceMs
      const query = new URLSearchParams({ To: toAddress(channel, to), PageSize: '100' })
      if (from !== undefined) query.set('From', toAddress(channel, from))
      // Not filtered by DateSent, because callers also look for messages that are still queued.
      const path = `${folder(account)}.json?${query}`
      const found = await api.list(account, 'api', path, 'messages', (page) => page.map(toMessage).some(isRecent))
      return found
        .map(toMessage)
        .filter(isRecent)
        .sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
    },
  }
}

function folder({ externalId }: CarrierAccount): string {
  return `/2010-04-01/Accounts/${encodeURIComponent(externalId)}/Messages`
}

function toForm({ channel, from, to, content, report }: OutgoingMessage, urls: WebhookUrls): URLSearchParams {
  const form = new URLSearchParams({ To: toAddress(channel, to), From: toAddress(channel, from) })
  if (content.kind === 'text') form.set('Body', content.body)
  if (content.kind === 'media') {
    if (content.caption) form.set('Body', content.caption)
    form.set('MediaUrl', content.mediaUrl)
  }
  if (content.kind === 'template') {
    form.set('ContentSid', content.templateExternalId)
    if (Object.keys(content.variables).length > 0) form.set('ContentVariables', JSON.stringify(content.variables))
  }
  form.set('StatusCallback', urls.report('status', report))
  return form
}

function toMessage(fields: Fields): CarrierMessage {
  const createdAt = timeOf(fields.date_created)
  const sid = sidOf(fields.sid)
  if (sid === null || !createdAt) throw unreadable('read')
  const from = textOf(fields.from)
  return {
    externalId: sid,
    status: toStatus(textOf(fields.status)),
    from: from === null ? null : bareAddress(from),
    to: bareAddress(textOf(fields.to) ?? ''),
    body: textOf(fields.body) ?? '',
    ...faultOf(numberOf(fields.error_code), textOf(fields.error_message)),
    mediaCount: numberOf(fields.num_media) ?? 0,
    createdAt,
  }
}
