// The messages of a chat, and how the history that the server has changes what is shown.
import { isPictureType, textBeside } from './file-text.ts'
import type { MessageFile } from './files.ts'

export interface Message {
  id: number
  from: 'visitor' | 'other'
  text: string
  files: readonly MessageFile[]
  state: 'done' | 'sending' | 'streaming' | 'failed'
  /** A person of the account wrote it. */
  isFromPerson?: boolean
}

export const isUnsent = ({ state }: Message): boolean => state === 'sending' || state === 'failed'

/** The position of the first message of the person who has taken over, or the end. */
export function takeoverAt(authors: readonly ('customer' | 'assistant' | 'person')[]): number {
  const lastAnswer = authors.lastIndexOf('assistant')
  const first = authors.indexOf('person', lastAnswer + 1)
  return first === -1 ? authors.length : first
}

export const authorOf = ({ from, isFromPerson }: Message) =>
  from === 'visitor' ? 'customer' : isFromPerson ? 'person' : 'assistant'

export interface Entry {
  role: string
  content: string
  sent_by?: 'human' | undefined
  attachments?: readonly { url: string; content_type: string; filename: string | null }[]
}

function messageOf({ role, content, sent_by: sender, attachments = [] }: Entry): Omit<Message, 'id' | 'state'> {
  const files = attachments.map(({ url, content_type: type, filename }) => ({
    name: filename ?? '',
    isPicture: isPictureType(type),
    url,
  }))
  const from = role === 'user' ? 'visitor' : 'other'
  return { from, text: textBeside(content, attachments), files, isFromPerson: sender === 'human' }
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
