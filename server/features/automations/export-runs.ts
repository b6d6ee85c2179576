// Exports the runs whose data mentions a person.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import type { ExportPart } from '#server/platform/personal-data.ts'
import { findExportedRun, findRunsAbout } from './runs/store-person.ts'

const batch = 200

export function exportRuns({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  return [
    {
      name: 'runs',
      async *records() {
        let after: string | undefined
        do {
          const found = await findRunsAbout(db, account.id, person, { after, limit: batch })
          after = found?.lastId
          for (const id of found?.ids ?? []) {
            const run = await findExportedRun(db, account.id, id)
            if (run) yield run
          }
        } while (after !== undefined)
      },
    },
  ]
}
