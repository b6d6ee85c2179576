// Emits the words of a running call as they are spoken, outside of the code that handles its audio.
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { cleanText } from '../ending/finish-call.ts'
import { createCaptions, type SpokenCaption } from './captions.ts'
import type { LiveCall } from './claim-media.ts'

/** Ticks of 20 ms. */
const ticksPerUpdate = 25
const maxEntries = 20
const maxTextCharacters = 2_000

export function startLiveWords(context: AppContext, call: LiveCall, read: () => readonly SpokenCaption[]) {
  const { accountId, callId, assistant } = call
  let ticks = 0
  let saving: Promise<void> | undefined

  const captions = createCaptions(read, (position, captions) => {
    const entries = captions.slice(0, maxEntries).map(({ speaker, text, interrupted, unspoken }) => ({
      speaker,
      text: cleanText(text.slice(0, maxTextCharacters)),
      interrupted: interrupted === true,
      unspoken: unspoken === undefined ? null : cleanText(unspoken.slice(0, maxTextCharacters)),
    }))
    const payload = { accountId, callId, assistantId: assistant.id, position, entries }
    saving = transaction(context, (tx) => tx.emit('call.transcript', payload))
      .catch((error: unknown) =>
        context.log.warn({ error, call: call.uuid }, 'the words of a call could not be emitted'),
      )
      .finally(() => {
        saving = undefined
      })
  })

  return {
    /** While an update is being written, changes wait for the next one. */
    tick(): void {
      if (++ticks % ticksPerUpdate === 0 && !saving) captions.flush()
    },
    /** Resolves when the last words have been emitted, which are before the end of the call. */
    async stop(): Promise<void> {
      await saving
      captions.flush()
      await saving
    },
  }
}
