// Says what files the customer has sent.
import type { ChatMessage, Passage, SentFile } from '#server/ports/language-model.ts'
import { fill } from './fill.ts'
import type { Phrases } from './phrases/index.ts'

const maxBeginning = 200

/** Undefined if the latest messages have no files. */
export function answerToFiles(latest: readonly ChatMessage[], phrases: Phrases): string | undefined {
  const messages = latest.filter((message) => message.role === 'user')
  const files = messages.flatMap(({ files = [] }) => files)
  if (files.length === 0) return undefined
  return files.map((file) => fill(phraseFor(file, phrases), { name: file.name, value: beginningOf(file) })).join(' ')
}

function phraseFor({ kind }: SentFile, { fileRead, filePicture, fileUnread }: Phrases): string {
  if (kind === 'document') return fileRead
  return kind === 'picture' ? filePicture : fileUnread
}

function beginningOf(file: SentFile): string {
  if (file.kind !== 'document') return ''
  const text = file.text.replace(/\s+/g, ' ').trim()
  return text.length <= maxBeginning ? text : `${text.slice(0, maxBeginning).toWellFormed()}…`
}

/** The documents of all messages, as passages. */
export const documentsIn = (messages: readonly ChatMessage[]): Passage[] =>
  messages.flatMap((message) =>
    message.role === 'user'
      ? (message.files ?? []).flatMap((file) =>
          file.kind === 'document' ? [{ text: file.text, source: { document: file.name } }] : [],
        )
      : [],
  )
