// Exports the calls of a person and their recordings.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import { type ExportPart, eachRow } from '#server/platform/personal-data.ts'
import { recordingKeyOf } from '../recording/serve-recording.ts'
import { selectExportedCalls } from './store-export.ts'

export function exportCalls({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  const calls = () =>
    eachRow<Awaited<ReturnType<typeof selectExportedCalls>>[number]>((last) =>
      selectExportedCalls(db, account.id, person, last?.id ?? 0),
    )
  return [
    { name: 'calls', records: calls },
    {
      name: 'recordings',
      async *files() {
        for await (const { uuid, hasRecording } of calls())
          if (hasRecording) yield { name: `${uuid}.wav`, key: recordingKeyOf({ accountId: account.id, id: uuid }) }
      },
    },
  ]
}
