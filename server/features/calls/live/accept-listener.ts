// Connects the page of a person of the account with the process that has the call.
import { isStillAllowed } from '#server/features/members/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import type { ProcessLinks } from '#server/platform/links/process-links.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { ListenerLine, ListeningPage } from '#server/ports/listener-line.ts'
import { audioMessage, jsonMessage, type ListenRequest, readListenerMessage } from '../call/listener.ts'
import { hashMediaToken } from '../call/media-token.ts'
import { type ClaimedListener, claimListener } from '../call/store-listeners.ts'
import { whisperAs } from './request-live-call.ts'

const checkEveryMs = 2_000
/** About two seconds of audio that the page has not read. Further audio is skipped. */
const maxUnsentBytes = 32 * 1024

/** Uses up the token. Undefined if it is not valid or the call has ended. */
export async function acceptListener(
  context: AppContext,
  links: ProcessLinks,
  token: string,
): Promise<((line: ListenerLine) => ListeningPage) | undefined> {
  const claimed = await claimListener(context.db, hashMediaToken(token))
  return claimed && ((line) => openListener(context, links, claimed, line))
}

function openListener(
  context: AppContext,
  links: ProcessLinks,
  { credentialKind, credentialId, processId, ...request }: ClaimedListener,
  line: ListenerLine,
): ListeningPage {
  const credential = { kind: credentialKind, id: credentialId }
  let isEnded = false
  const link = links.connect(processId, JSON.stringify(request satisfies ListenRequest), {
    received(message) {
      const content = readListenerMessage<{ event: string }>(message)
      if ('json' in content) {
        isEnded ||= content.json.event === 'ended'
        line.send(content.json)
      } else if (line.unsentBytes() <= maxUnsentBytes) line.sendAudio(content.audio)
    },
    closed() {
      clearInterval(timer)
      line.close(isEnded ? 'ended' : 'lost')
    },
  })

  const timer = setInterval(() => {
    isStillAllowed(context, request.accountId, credential, 'edit').then(
      (isAllowed) => {
        if (isAllowed) return
        line.close('forbidden')
        close()
      },
      (error: unknown) => context.log.warn({ error }, 'the permission to listen to a call could not be checked'),
    )
  }, checkEveryMs)

  function close(): void {
    clearInterval(timer)
    link.close()
  }

  const mayIntervene = request.mode !== 'listen'
  return {
    audio(frame) {
      if (mayIntervene) link.send(audioMessage(frame))
    },
    message(message) {
      if (!mayIntervene) line.send({ event: 'refused', request: message.event, error: 'FORBIDDEN' })
      else if (message.event === 'whisper') whisperFromPage(context, request, message.text, line)
      else link.send(jsonMessage(message))
    },
    closed: close,
  }
}

/** Like the endpoint, so that both share their limits. */
function whisperFromPage(context: AppContext, listener: ListenRequest, text: string, line: ListenerLine): void {
  whisperAs(context, listener, text).catch((error: unknown) => {
    if (error instanceof Refusal) line.send({ event: 'refused', request: 'whisper', error: error.code })
    else context.log.error({ error, call: listener.callUuid }, 'a whisper was not stored')
  })
}
