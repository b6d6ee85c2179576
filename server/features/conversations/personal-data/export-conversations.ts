// Exports the conversations of a person with their messages, notes and files.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import { type ExportPart, eachRow } from '#server/platform/personal-data.ts'
import { extensionOf } from '../files/file-name.ts'
import {
  selectExportedConversations,
  selectExportedFiles,
  selectExportedNotes,
  selectExportedTurns,
} from './store-export.ts'

export function exportConversations({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  const conversations = () =>
    eachRow<Awaited<ReturnType<typeof selectExportedConversations>>[number]>((last) =>
      selectExportedConversations(db, account.id, person, last?.id ?? 0),
    )
  return [
    { name: 'conversations', records: conversations },
    {
      name: 'conversation_messages',
      async *records() {
        for await (const { id } of conversations())
          yield* eachRow<Awaited<ReturnType<typeof selectExportedTurns>>[number]>((last) =>
            selectExportedTurns(db, account.id, id, last),
          )
      },
    },
    {
      name: 'conversation_notes',
      async *records() {
        for await (const { id } of conversations())
          yield* eachRow<Awaited<ReturnType<typeof selectExportedNotes>>[number]>((last) =>
            selectExportedNotes(db, account.id, id, last?.id ?? 0),
          )
      },
    },
    {
      name: 'conversation_files',
      async *records() {
        for await (const { id } of conversations())
          for (const { fileKey: _, ...file } of await selectExportedFiles(db, account.id, id)) yield file
      },
    },
    {
      name: 'files',
      async *files() {
        for await (const { id: conversationId } of conversations())
          for (const { id, contentType, fileKey } of await selectExportedFiles(db, account.id, conversationId))
            yield { name: `conversation-${conversationId}-${id}.${extensionOf(contentType)}`, key: fileKey }
      },
    },
  ]
}
