// Exports the messages of a person with their files, and the contacts.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import { type ExportPart, eachRow } from '#server/platform/personal-data.ts'
import { extensionOf } from '../media/media-type.ts'
import { selectExportedContacts, selectExportedMedia, selectExportedMessages } from './store-export.ts'

export function exportMessages({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  return [
    {
      name: 'contacts',
      async *records() {
        yield* await selectExportedContacts(db, account.id, person)
      },
    },
    {
      name: 'messages',
      records: () =>
        eachRow<Awaited<ReturnType<typeof selectExportedMessages>>[number]>((last) =>
          selectExportedMessages(db, account.id, person, last?.id ?? 0),
        ),
    },
    {
      name: 'files',
      async *files() {
        const media = eachRow<Awaited<ReturnType<typeof selectExportedMedia>>[number]>((last) =>
          selectExportedMedia(db, account.id, person, last?.id ?? 0),
        )
        for await (const { id, messageId, fileKey, contentType } of media)
          yield { name: `message-${messageId}-${id}.${extensionOf(contentType ?? '') ?? 'bin'}`, key: fileKey }
      },
    },
  ]
}
