// Exports the tests that contain something about a person.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import { type ExportPart, eachRow } from '#server/platform/personal-data.ts'
import { type ExportedTest, selectTestsAbout } from './store-person.ts'

export function exportTests({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  const records = () =>
    eachRow<ExportedTest>((last) => selectTestsAbout(db, account.id, { person, after: last?.id ?? 0 }))
  return [{ name: 'assistant_tests', records }]
}
