// Keeps each state of an assistant's settings as a version, with who made the change.
import { isDeepStrictEqual } from 'node:util'
import { keptVersions } from '#contract/assistants/assistant-versions.ts'
import type { Actor } from '#server/platform/context/actor.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Assistant, AssistantSettings } from './assistant.ts'
import { pickSettings, settingNames } from './pick-settings.ts'
import { deleteVersions, insertVersion, setVersion, type VersionHead } from './store-versions.ts'

type Author = Pick<VersionHead, 'authorKind' | 'author'>

function authorOf(actor: Actor | undefined): Author {
  if (!actor) return { authorKind: 'parley', author: null }
  const authorKind = actor.kind === 'member' && actor.isVisiting ? 'operator' : actor.kind
  return { authorKind, author: actor.name }
}

interface Writer {
  db: Db
  /** Undefined for Parley. */
  actor?: Actor | undefined
}

export const recordFirstVersion = (
  { db, actor }: Writer,
  accountId: number,
  { id, settings }: { id: number; settings: AssistantSettings },
): Promise<void> =>
  insertVersion(db, accountId, {
    assistantId: id,
    version: 1,
    ...authorOf(actor),
    changedSettings: [],
    settings: pickSettings(settings),
    createdAt: undefined,
  })

/** Does nothing if the settings are the same. The assistant `before` must be locked. */
export async function recordVersion({ db, actor }: Writer, before: Assistant, settings: AssistantSettings) {
  const changedSettings = settingNames.filter((name) => !isDeepStrictEqual(before[name], settings[name]))
  if (changedSettings.length === 0) return
  const { accountId, id: assistantId, version } = before
  // An assistant from before versions were kept has none.
  await insertVersion(db, accountId, {
    assistantId,
    version,
    authorKind: null,
    author: null,
    changedSettings: [],
    settings: pickSettings(before),
    createdAt: before.updatedAt,
  })
  const next = { assistantId, version: version + 1 }
  await insertVersion(db, accountId, {
    ...next,
    ...authorOf(actor),
    changedSettings,
    settings: pickSettings(settings),
    createdAt: undefined,
  })
  await setVersion(db, accountId, next)
  await deleteVersions(db, accountId, { assistantId, upTo: next.version - keptVersions })
}
