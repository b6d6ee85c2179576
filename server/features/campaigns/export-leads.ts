// Exports the leads of a person and the attempts to contact the person.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import { type ExportPart, eachRow } from '#server/platform/personal-data.ts'
import { selectExportedAttempts } from './attempt/store-person.ts'
import { selectExportedLeads } from './lead/store-person.ts'

export function exportLeads({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  const pages = (read: typeof selectExportedLeads) => () =>
    eachRow<{ id: number }>((last) => read(db, account.id, person, last?.id ?? 0))
  return [
    { name: 'leads', records: pages(selectExportedLeads) },
    { name: 'attempts', records: pages(selectExportedAttempts) },
  ]
}
