// The draft of each conversation, which survives switching and reloading.
import { useState } from 'react'
import { newKey } from '#widget/src/new-key.ts'

export type Mode = 'reply' | 'note'

export interface Draft {
  mode: Mode
  reply: string
  note: string
  /** A repeated attempt to send the same reply has the same key, so that it is sent once. */
  key: string
}

const nameOf = (uuid: string): string => `parley.inbox.draft.${uuid}`
const newDraft = (mode: Mode): Draft => ({ mode, reply: '', note: '', key: newKey() })

function stored(uuid: string): Draft {
  try {
    const draft = JSON.parse(sessionStorage.getItem(nameOf(uuid)) ?? 'null') as Partial<Draft> | null
    return { ...newDraft('reply'), ...draft }
  } catch {
    return newDraft('reply')
  }
}

/** The component has to have the conversation as its key. */
export function useDraft(uuid: string) {
  const [draft, setDraft] = useState(() => stored(uuid))
  const change = (next: Partial<Draft>) =>
    setDraft((known) => {
      const changed = { ...known, ...next }
      // Another text is another message.
      if (next.reply !== undefined && next.reply !== known.reply) changed.key = newKey()
      if (changed.reply === '' && changed.note === '') sessionStorage.removeItem(nameOf(uuid))
      else sessionStorage.setItem(nameOf(uuid), JSON.stringify(changed))
      return changed
    })
  return { draft, change }
}
