// The messages of a chat, and how the history that the server has changes what is shown.
import { isPictureType, textBeside } from './file-text.ts'
import type { MessageFile } from './files.ts'

export interface Message {
  id: number
  from: 'visitor' | 'other'
  text: string
  files: readonly MessageFile[]
  state: 'done' | 'sending' | 'streaming' | 'failed'
}

export const isUnsent = ({ state }: Message): boolean => state === 'sending' || state === 'failed'

export interface Entry {
  role: string
  content: string
  attachments?: readonly { url: string; content_type: string; filename: string | null }[]
}

function messageOf({ role, content, attachments = [] }: Entry): Pick<Message, 'from' | 'text' | 'files'> {
  const files = attachments.map(({ url, content_type: type, filename }) => ({
    name: filename ?? '',
    isPicture: isPictureType(type),
    url,
  }))
  return { from: role === 'user' ? 'visitor' : 'other', text: textBeside(content, attachments), files }
}

const keyOf = ({ from, text, files }: Pick<Message, 'from' | 'text' | 'files'>): string =>
  [from, text, ...files.map(({ name }) => name)].join(' ')

/** Returns the same array if nothing changes. */
export function mergeHistory(
  messages: readonly Message[],
  history: readonly Entry[],
  nextId: () => number,
): readonly Message[] {
  const entries = history.filter(({ content }) => content !== '').map(messageOf)
  const shown = messages.filter((each) => !isUnsent(each))
  // Known messages stay where they are, so that a screen reader does not read them again.
  const stored = entries.map((entry, index): Message => {
    const before = shown[index]
    if (before && keyOf(before) === keyOf(entry)) return before
    // What this page has sent needs no second download.
    const own = messages.find((each) => each.files.length > 0 && keyOf(each) === keyOf(entry))
    return { ...entry, id: nextId(), state: 'done', ...(own && { files: own.files }) }
  })
  if (stored.length === shown.length && stored.every((each, index) => each === shown[index])) return messages
  // The reply to a failed message can have been lost, in which case it has arrived.
  const added = stored.slice(shown.length).map(keyOf)
  const unsent = messages.filter((each) => isUnsent(each) && !(each.state === 'failed' && added.includes(keyOf(each))))
  return [...stored, ...unsent]
}
