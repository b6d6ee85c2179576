// Emits the words of the running calls of this process as they are spoken, all in one transaction.
import type { Assistant } from '#server/features/assistants/index.ts'
import type { AppContext } from '#server/platform/context/context.ts'
import { transaction } from '#server/platform/context/transaction.ts'
import { cleanText } from '../ending/finish-call.ts'
import { createCaptions, type SpokenCaption } from './captions.ts'
import type { LiveCall } from './claim-media.ts'

const updateMs = 500
const maxEntries = 20
const maxTextCharacters = 2_000

export interface FollowedCall {
  call: Pick<LiveCall, 'accountId' | 'callId'> & { assistant: Pick<Assistant, 'id'> }
  read(): readonly SpokenCaption[]
  /** Runs what reads the call, so that an error ends this call only. */
  guard(run: () => void): void
}

export type LiveWords = ReturnType<typeof openLiveWords>

export function openLiveWords(context: AppContext) {
  /** They add what has changed to `changes`. */
  const updates = new Set<() => void>()
  let changes: { payload: ReturnType<typeof payloadOf>; repeat(): void }[] = []
  let saving: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  async function save(): Promise<void> {
    const emitted = changes
    changes = []
    if (emitted.length === 0) return
    try {
      await transaction(context, async (tx) => {
        for (const { payload } of emitted) await tx.emit('call.transcript', payload)
      })
    } catch (error) {
      const calls = emitted.map(({ payload }) => payload.callId)
      context.log.warn({ error, calls }, 'the words of calls could not be emitted, and are emitted later')
      for (const { repeat } of emitted) repeat()
    }
  }

  /** While words are being written, changes wait for the next time. */
  function update(): void {
    if (saving) return
    for (const add of updates) add()
    saving = save().finally(() => {
      saving = undefined
    })
  }

  return {
    follow({ call, read, guard }: FollowedCall) {
      const captions = createCaptions(read, (position, entries) =>
        changes.push({
          payload: payloadOf(call, position, entries),
          repeat: () => captions.repeatFrom(position),
        }),
      )
      const add = (): void => guard(captions.flush)
      updates.add(add)
      timer ??= setInterval(update, updateMs)
      return {
        /** Resolves when the last words have been emitted, which are before the end of the call. */
        async stop(): Promise<void> {
          updates.delete(add)
          if (updates.size === 0) {
            clearInterval(timer)
            timer = undefined
          }
          await saving
          add()
          await save()
        },
      }
    },
  }
}

function payloadOf(
  { accountId, callId, assistant }: FollowedCall['call'],
  position: number,
  captions: readonly SpokenCaption[],
) {
  const entries = captions.slice(0, maxEntries).map(({ speaker, text, interrupted, unspoken }) => ({
    speaker,
    text: cleanText(text.slice(0, maxTextCharacters)),
    interrupted: interrupted === true,
    unspoken: unspoken === undefined ? null : cleanText(unspoken.slice(0, maxTextCharacters)),
  }))
  return { accountId, callId, assistantId: assistant.id, position, entries }
}
