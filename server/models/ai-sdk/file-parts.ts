// Converts files of the customer to parts of a message: texts as data, pictures for models that can see.
import type { ChatMessage, SentFile } from '#server/ports/language-model.ts'

export type FilePart =
  | { type: 'text'; text: string }
  | { type: 'file'; mediaType: string; data: { type: 'data'; data: Uint8Array } }

/** As JSON, whose strings the text of a file cannot close. */
export function fileParts(files: readonly SentFile[], { seesPictures }: { seesPictures: boolean }): FilePart[] {
  return files.flatMap((file): FilePart[] => {
    if (file.kind !== 'picture') return [labelled(describe(file))]
    const { name, contentType, data } = file
    if (!seesPictures) return [labelled({ name, note: cannotSee })]
    return [
      labelled({ name, note: 'The picture follows.' }),
      { type: 'file', mediaType: contentType, data: { type: 'data', data } },
    ]
  })
}

const cannotSee = 'This is a picture. You cannot see pictures; say so if it matters.'

const labelled = (value: object): FilePart => ({
  type: 'text',
  text: `[File from the customer]\n${JSON.stringify(value)}`,
})

const describe = (file: Exclude<SentFile, { kind: 'picture' }>): object =>
  file.kind === 'unread'
    ? { name: file.name, note: file.reason }
    : { name: file.name, text: file.text, ...(file.isCut && { note: 'The file has more text than this.' }) }

const isPicture = ({ kind }: SentFile): boolean => kind === 'picture'

export const hasPictures = (messages: readonly ChatMessage[]): boolean =>
  messages.some((message) => message.role === 'user' && message.files?.some(isPicture))

export function withoutPictures(messages: readonly ChatMessage[]): ChatMessage[] {
  const withhold = (file: SentFile): SentFile =>
    isPicture(file) ? { name: file.name, kind: 'unread', reason: 'This picture could not be read.' } : file
  return messages.map((message) =>
    message.role === 'user' && message.files ? { ...message, files: message.files.map(withhold) } : message,
  )
}
