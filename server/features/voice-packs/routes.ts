// HTTP handlers of the voice packs.
import { kindOf, type ListedPack, listPacks } from '@parley/speech'
import type { voicePacks } from '#contract/account/voice-packs.ts'
import { listPackVoices, previewPath, type Voice } from '#server/features/catalogues/index.ts'
import type { AccountContext } from '#server/platform/context/context.ts'
import type { Handlers } from '#server/platform/http/route.ts'
import { addUpload, cancelAddition, removeInstalled, startAdding } from './change-packs.ts'

export const voicePackHandlers: Handlers<typeof voicePacks> = {
  list: (ctx) => present(ctx),

  add: async (ctx, { body }) => {
    await startAdding(ctx, body)
    return present(ctx)
  },

  upload: async (ctx, { query, body }) => {
    await addUpload(ctx, body.file.read(), query.filename)
    return present(ctx)
  },

  cancel: async (ctx, { params }) => {
    await cancelAddition(ctx, params.pack)
    return present(ctx)
  },

  remove: async (ctx, { params }) => {
    await removeInstalled(ctx, params.pack)
    return present(ctx)
  },
}

async function present(ctx: AccountContext) {
  const [packs, voices] = await Promise.all([listPacks(ctx.settings.voicePacksFolder), listPackVoices(ctx)])
  return { data: packs.map((pack) => presentPack(pack, voices, ctx.settings.publicUrl)) }
}

function presentPack({ description, bytes, isInstalled, adding }: ListedPack, voices: readonly Voice[], url: string) {
  const isRunning = adding?.isRunning === true
  return {
    pack: description?.name ?? adding!.key,
    title: description?.title ?? adding!.source,
    kind: description ? kindOf(description) : null,
    state: isInstalled ? ('installed' as const) : stateOf(adding),
    can_resume: !isInstalled && !isRunning && adding?.canResume === true,
    languages: description?.languages ?? [],
    license: description?.license ?? null,
    notice: description?.notice ?? null,
    bytes,
    voices: isInstalled ? voices.filter(({ code }) => code.startsWith(`${description!.name}/`)).map(presentVoice) : [],
    progress: adding ? { step: adding.step, done_bytes: adding.doneBytes, total_bytes: adding.totalBytes } : null,
    failure: !isRunning && adding?.error && adding.error.code !== 'canceled' ? presentFailure(adding.error) : null,
  }

  function presentVoice({ id, code, gender }: Voice) {
    const [, name = '', language = ''] = code.split('/')
    return { id: code, name, gender, language, preview_url: url + previewPath(String(id)) }
  }
}

function stateOf(adding: ListedPack['adding']): 'available' | 'canceling' | 'adding' | 'interrupted' {
  if (!adding) return 'available'
  if (adding.isCanceling) return 'canceling'
  return adding.isRunning ? 'adding' : 'interrupted'
}

type Failure = NonNullable<NonNullable<ListedPack['adding']>['error']>

const presentFailure = ({ code, message }: Failure) => ({ code: code as Exclude<Failure['code'], 'canceled'>, message })
