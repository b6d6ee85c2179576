// Encrypts the headers in flows that were stored before headers were encrypted.
import type { AppContext } from '#server/platform/context/context.ts'
import type { JobSpec } from '#server/platform/context/job.ts'
import { sealVersion, selectUnsealedVersions } from './automation/store.ts'
import { sealHeaders } from './flow/header-secrets.ts'

/** Added by a migration. */
export const sealHeadersJob: JobSpec<Record<string, never>> = { name: 'automations.seal-headers' }

const batch = 100

export async function sealStoredHeaders({ db, settings }: AppContext): Promise<void> {
  let last = { accountId: 0, automationId: '', version: 0 }
  for (;;) {
    const versions = await selectUnsealedVersions(db, last, batch)
    for (const version of versions) {
      const sealed = sealHeaders({ settings, account: { id: version.accountId } }, version.flow)
      if (sealed.sealedHeaders !== null) await sealVersion(db, version, sealed)
    }
    const end = versions.at(-1)
    if (!end) return
    last = { accountId: end.accountId, automationId: end.automationId, version: end.version }
  }
}
