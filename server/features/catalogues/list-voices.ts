// Listing the voices a caller may use: the delivered ones and those of the account.
import type { AccountContext } from '#server/platform/context/context.ts'
import { catalogueData, type Mode, type Voice } from './data.ts'
import { voiceSupportsMode } from './rules.ts'
import { selectOwnVoices } from './store.ts'

interface VoiceFilter {
  mode?: Mode | undefined
  languageId?: number | undefined
  gender?: string | undefined
  age?: string | undefined
  accent?: string | undefined
  /** Words, each to be found in name, accent, age or gender. */
  search?: string | undefined
  synthesizerProviderId?: number | undefined
}

export async function listVoices(ctx: AccountContext, filter: VoiceFilter): Promise<Voice[]> {
  const voices = [...catalogueData().voices, ...(await selectOwnVoices(ctx.db, ctx.account.id))]
  const { mode, languageId, synthesizerProviderId } = filter
  const [gender, age, accent] = [filter.gender, filter.age, filter.accent].map((value) => value && plain(value))
  const words = plain(filter.search).split(/\s+/).filter(Boolean)
  return voices.filter(
    (voice) =>
      (mode === undefined || voiceSupportsMode(voice, mode)) &&
      (languageId === undefined || voice.languageId === languageId) &&
      (synthesizerProviderId === undefined || voice.synthesizerProviderId === synthesizerProviderId) &&
      (gender === undefined || voice.gender === gender) &&
      (age === undefined || plain(voice.age) === age) &&
      (accent === undefined || plain(voice.accent) === accent) &&
      words.every((word) => isFoundIn(voice, word)),
  )
}

/** `male` must not find every female. */
function isFoundIn(voice: Voice, word: string): boolean {
  return (
    voice.gender.startsWith(word) || [voice.name, voice.accent, voice.age].some((text) => plain(text).includes(word))
  )
}

/** Without case and diacritics: `nestor` finds Néstor. */
function plain(text: string | null | undefined): string {
  return (text ?? '')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
