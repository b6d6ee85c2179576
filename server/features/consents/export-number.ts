// Exports the entries of a person on the do-not-contact list, and the consents.
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Person } from '#server/platform/person.ts'
import type { ExportPart } from '#server/platform/personal-data.ts'
import { entryKeys } from './erased-key.ts'
import { selectExportedConsents, selectExportedEntries } from './store-person.ts'

export function exportNumbers(ctx: AccountContext, { phoneNumbers }: Person): readonly ExportPart[] {
  const keys = [...new Set(phoneNumbers.flatMap((number) => entryKeys(ctx, number)))]
  const part = (name: string, select: typeof selectExportedEntries): ExportPart => ({
    name,
    async *records() {
      yield* await select(ctx.db, ctx.account.id, keys)
    },
  })
  return [part('do_not_contact', selectExportedEntries), part('consents', selectExportedConsents)]
}
