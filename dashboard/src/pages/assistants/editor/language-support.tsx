// Says in a sentence for each language what works in it now, and what makes the rest work.
import { type ReplyFrom, useRead } from '../../../api/query.ts'
import { useLocale, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useLanguages } from './languages.ts'

const texts = textsOf('assistant-editor', 'languageSupport')
const parts = ['recognition', 'voice', 'answers'] as const
/** The first ones are enough to choose from. */
const maxPacks = 2

type Support = ReplyFrom<'catalogues', 'languageSupport'>[number]

export function LanguageSupport({ ids }: { ids: readonly number[] }) {
  const { data } = useRead('catalogues', 'languageSupport')
  const languages = useLanguages()
  const sentenceOf = useSentence()
  if (!data || !languages) return null
  return (
    <div role="status" className="flex max-w-2xl flex-col gap-1 text-sm text-soft">
      {ids.map((id) => {
        const support = data.find(({ language_id }) => language_id === id)
        const name = languages.find((language) => language.id === id)?.name
        return support && name !== undefined ? <p key={id}>{sentenceOf(name, support)}</p> : null
      })}
    </div>
  )
}

function useSentence(): (language: string, support: Support) => string {
  const t = useTexts(texts)
  const { locale } = useLocale()
  const listed = (type: 'conjunction' | 'disjunction', texts: readonly string[]): string =>
    new Intl.ListFormat(locale, { type }).format(texts)
  const either = (names: readonly string[]): string => listed('disjunction', names)

  function needOf(part: (typeof parts)[number], { vendors, packs }: Support[typeof part]): string {
    const ways = [
      ...(vendors.length > 0 ? [t.key(either(vendors))] : []),
      ...(packs.length > 0 ? [t.pack(either(packs.slice(0, maxPacks)))] : []),
    ]
    return ways.length > 0 ? t.needs(t.parts[part], either(ways)) : t.impossible(t.parts[part])
  }

  return (language, support) => {
    const working = parts.filter((part) => support[part].works).map((part) => t.parts[part])
    if (working.length === parts.length) return t.all(language)
    const first = working.length > 0 ? t.works(language, listed('conjunction', working)) : t.nothing(language)
    const needs = parts.filter((part) => !support[part].works).map((part) => needOf(part, support[part]))
    return [first, ...needs].join(' ')
  }
}
