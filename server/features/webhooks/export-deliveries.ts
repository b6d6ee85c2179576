// Exports the deliveries that mention a person.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import type { ExportPart } from '#server/platform/personal-data.ts'
import { findDeliveriesAbout, selectExportedDeliveries } from './store-person.ts'

const batch = 100

export function exportDeliveries({ db, account }: AccountContext, person: Person): readonly ExportPart[] {
  return [
    {
      name: 'webhook_deliveries',
      async *records() {
        let after: number | undefined = 0
        while (after !== undefined) {
          const found = await findDeliveriesAbout(db, account.id, person, { after, limit: batch })
          after = found?.lastId
          if (found && found.ids.length > 0) yield* await selectExportedDeliveries(db, account.id, found.ids)
        }
      },
    },
  ]
}
