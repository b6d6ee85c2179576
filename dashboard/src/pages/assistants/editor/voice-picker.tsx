// The voice of an assistant, chosen from those that fit its mode, by language, gender, accent and sound.
import { Check, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { type ReplyFrom, rowsOf, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useIsBuiltIn } from '../../../panels/connect-model-notice.tsx'
import { useMay } from '../../../session/session.tsx'
import { SearchField, Select } from '../../../ui/fields.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Badge, Button, Empty, IconButton, Loaded } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { type Sound, useSound } from '../../../ui/use-sound.ts'
import { isRemovedVoice } from '../removed-voice.ts'
import { MetricsNote, useMetricsText } from './choice-metrics.tsx'
import { useEditor } from './editor-context.tsx'
import { Group, Messages } from './messages.tsx'
import { useLanguageOptions } from './pickers.tsx'
import type { PickerProps } from './reference-pickers.tsx'
import { WayOut } from './ways-out.tsx'

const texts = textsOf('assistant-editor', 'voicePicker')

type Voice = ReplyFrom<'catalogues', 'voices'>[number]

const usePreview = () => useSound<number>(useTexts(texts).silent)

function PreviewButton({ voice, preview }: { voice: Voice; preview: Sound<number> }) {
  const t = useTexts(texts)
  const isPlaying = preview.playing === voice.id
  return (
    <IconButton
      size="small"
      label={isPlaying ? t.stop(voice.name) : t.listen(voice.name)}
      onPress={() => (isPlaying ? preview.stop() : preview.play(voice.id, voice.preview_url))}
    >
      {isPlaying ? <Pause aria-hidden size={15} /> : <Play aria-hidden size={15} />}
    </IconButton>
  )
}

export function VoicePicker({ help, ...parts }: PickerProps) {
  const t = useTexts(texts)
  const { value, isReadOnly } = useEditor()
  const [isOpen, setOpen] = useState(false)
  const preview = usePreview()
  const query = useRead('catalogues', 'voices', { mode: value('mode') })
  const available = useRead('catalogues', 'voices', { mode: value('mode'), available: true })
  const voice = query.data?.find(({ id }) => id === value('voice_id'))
  const isRemoved = query.data && isRemovedVoice(value('voice_id'), query.data)
  const isReplaced = voice !== undefined && available.data?.every(({ id }) => id !== voice.id)
  const isBuiltIn = useIsBuiltIn()('voice')
  const mayConnect = useMay()('vendors', 'set')
  return (
    <Group {...parts} className="gap-1.5">
      <div className="flex max-w-md items-center gap-2 rounded-lg border border-strong-line bg-card px-3 py-1.5">
        <span className="min-w-0 grow">
          <span className="block truncate">
            {isReplaced && isBuiltIn
              ? t.builtInVoices[voice.gender]
              : (voice?.name ?? (isRemoved ? t.removed : query.data ? t.unknown : '…'))}
          </span>
          {isRemoved && <span className="block text-sm text-soft">{t.removedHelp}</span>}
          {voice && (
            <span className="block truncate text-sm text-soft">
              {isReplaced
                ? t.inPlaceOf(voice.name)
                : [t[voice.gender], voice.accent, voice.age].filter(Boolean).join(' · ')}
            </span>
          )}
        </span>
        {voice && <PreviewButton voice={voice} preview={preview} />}
        <Button size="small" isDisabled={isReadOnly} onPress={() => setOpen(true)}>
          {t.choose}
        </Button>
      </div>
      <p className="text-sm text-soft">{help}</p>
      {voice && !isReplaced && <MetricsNote kind="synthesizer" id={voice.synthesizer_provider_id} />}
      {mayConnect && (
        <WayOut to="/settings" search={{ tab: 'models' }} {...(isBuiltIn && { hint: t.builtIn })}>
          {t.connect}
        </WayOut>
      )}
      <Messages path="voice_id" />
      <Dialog look="drawer" title={t.choose} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Loaded query={query}>
          {(voices) => (
            <Loaded query={available}>
              {(speaking) => <Choice voices={voices} speaking={speaking} onDone={() => setOpen(false)} />}
            </Loaded>
          )}
        </Loaded>
      </Dialog>
    </Group>
  )
}

const genders = ['female', 'male'] as const

interface ChoiceProps {
  voices: readonly Voice[]
  /** Those that are heard as themselves. */
  speaking: readonly Voice[]
  onDone(): void
}

function Choice({ voices, speaking, onDone }: ChoiceProps) {
  const t = useTexts(texts)
  const { value, set } = useEditor()
  const preview = usePreview()
  const languages = useLanguageOptions() ?? []
  const [filter, setFilter] = useState({ search: '', language: value('language_id'), gender: '', accent: '' })
  const change = (next: Partial<typeof filter>) => setFilter((known) => ({ ...known, ...next }))
  const isBuiltIn = useIsBuiltIn()('voice')
  const metricsOf = useMetricsText()
  const inLanguage = (list: readonly Voice[]) =>
    list.filter(({ language_id }) => filter.language === 0 || language_id === filter.language)
  const available = inLanguage(speaking)
  // The built-in voice of a gender speaks for every voice without a vendor, so one of each is enough.
  const builtIn = genders.flatMap((gender) => {
    const replaced = inLanguage(voices).filter((voice) => voice.gender === gender)
    const chosen = replaced.find(({ id }) => id === value('voice_id')) ?? replaced[0]
    return chosen ? [{ ...chosen, name: t.builtInVoices[gender], accent: null }] : []
  })
  const spoken = available.length === 0 && isBuiltIn ? builtIn : available
  const accents = [...new Set(spoken.flatMap(({ accent }) => accent ?? []))].sort()
  const found = spoken.filter(
    ({ name, gender, accent }) =>
      (filter.gender === '' || gender === filter.gender) &&
      (filter.accent === '' || accent === filter.accent) &&
      name.toLowerCase().includes(filter.search.trim().toLowerCase()),
  )
  const all = { value: '', label: t.all }
  const columns: readonly Column<Voice>[] = [
    {
      name: t.name,
      width: 'minmax(6rem,2fr)',
      cell: ({ name, synthesizer_provider_id }) => {
        const metrics = available.length > 0 && metricsOf('synthesizer', synthesizer_provider_id, { isShort: true })
        return (
          <>
            {name}
            {metrics && <span className="block truncate text-xs text-soft">{metrics}</span>}
          </>
        )
      },
    },
    { name: t.gender, width: '6rem', cell: ({ gender }) => t[gender], isExtra: true },
    { name: t.accent, width: 'minmax(4rem,1fr)', cell: ({ accent }) => accent, isExtra: true },
    {
      name: t.actions,
      width: '9rem',
      cell: (voice) => (
        <span className="flex items-center gap-1">
          <PreviewButton voice={voice} preview={preview} />
          {voice.id === value('voice_id') ? (
            <Badge look="accent">
              <Check aria-hidden size={12} />
              {t.selected}
            </Badge>
          ) : (
            <Button
              size="small"
              aria-label={t.selectNamed(voice.name)}
              onPress={() => {
                set('voice_id', voice.id)
                onDone()
              }}
            >
              {t.select}
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <div className="flex flex-col gap-3">
      <SearchField label={t.search} value={filter.search} onChange={(search) => change({ search })} />
      <div className="grid gap-3 sm:grid-cols-3">
        <Select
          label={t.language}
          options={[{ value: 0, label: t.all }, ...languages]}
          value={filter.language}
          onChange={(language) => change({ language, accent: '' })}
        />
        <Select
          label={t.gender}
          options={[all, { value: 'female', label: t.female }, { value: 'male', label: t.male }]}
          value={filter.gender}
          onChange={(gender) => change({ gender })}
        />
        <Select
          label={t.accent}
          options={[all, ...accents.map((accent) => ({ value: accent, label: accent }))]}
          value={filter.accent}
          onChange={(accent) => change({ accent })}
        />
      </div>
      <Table label={t.voices} columns={columns} rows={rowsOf(found)} empty={<Empty title={t.noneFound} />} />
    </div>
  )
}
