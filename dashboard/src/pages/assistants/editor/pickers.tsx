// The pickers of the editor: languages, models, providers, numbers, folders, labels and tools.
import { type ReactNode, useMemo } from 'react'
import { type InputOf, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useIsBuiltIn } from '../../../panels/connect-model-notice.tsx'
import { useMay } from '../../../session/session.tsx'
import { ComboBox } from '../../../ui/fields.tsx'
import { type ChoiceKind, MetricsNote, useMetricsText } from './choice-metrics.tsx'
import { useEditor } from './editor-context.tsx'
import { LanguageSupport } from './language-support.tsx'
import { useLanguages } from './languages.ts'
import { optionsOf, type PickerProps, ReferencePicker, ReferencesPicker, useOptions } from './reference-pickers.tsx'
import { CreateButton, WayOut } from './ways-out.tsx'

const texts = textsOf('assistant-editor', 'pickers')

const catalogues = {
  llm: 'models',
  realtime: 'models',
  synthesizer: 'synthesizerProviders',
  transcriber: 'transcriberProviders',
} as const

/**
 * What answers now, with its price and latency. The chosen one is listed in any case, with a hint if another one is used
 * in its place.
 */
function useAvailable(kind: ChoiceKind, input: InputOf<'catalogues', 'models'>, chosen: number | null) {
  const t = useTexts(texts)
  const metricsOf = useMetricsText()
  const name = catalogues[kind]
  const all = useOptions('catalogues', name, input)
  const available = useOptions('catalogues', name, { ...input, available: true })
  const measured = available?.map((option) => {
    const detail = metricsOf(kind, option.value)
    return detail ? { ...option, detail } : option
  })
  if (!all || !measured || measured.some(({ value }) => value === chosen)) return measured
  return [
    ...measured,
    ...all.filter(({ value }) => value === chosen).map((option) => ({ ...option, detail: t.replaced })),
  ]
}

/** A picker with what leads further below it. */
export const WithWays = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-2">{children}</div>

export function useLanguageOptions() {
  const languages = useLanguages()
  return useMemo(() => optionsOf(languages), [languages])
}

export const LanguagePicker = (props: PickerProps) => (
  <WithWays>
    <ReferencePicker {...props} name="language_id" options={useLanguageOptions()} />
    <LanguageSupport ids={[useEditor().value('language_id')]} />
  </WithWays>
)

export function LlmPicker({ name, ...props }: PickerProps & { name: 'llm_model_id' | 'chat_llm_fallback_id' }) {
  const t = useTexts(texts)
  const chosen = useEditor().value(name)
  const options = useAvailable('llm', {}, chosen)
  return (
    <WithWays>
      <ReferencePicker {...props} name={name} options={options} none={t.automatic} />
      {name === 'llm_model_id' && (
        <>
          <MetricsNote kind="llm" id={chosen} />
          <ConnectModel kind="language" />
        </>
      )}
    </WithWays>
  )
}

export function RealtimePicker(props: PickerProps) {
  const t = useTexts(texts)
  const { value } = useEditor()
  const type = value('mode') === 'dualplex' ? 'dualplex' : 'multimodal'
  const chosen = value('multimodal_model_id')
  const options = useAvailable('realtime', { type }, chosen)
  return (
    <WithWays>
      <ReferencePicker {...props} name="multimodal_model_id" options={options} none={t.automatic} />
      <MetricsNote kind="realtime" id={chosen} />
      <ConnectModel kind="realtime" />
    </WithWays>
  )
}

function ConnectModel({ kind }: { kind: 'language' | 'realtime' }) {
  const t = useTexts(texts)
  const isBuiltIn = useIsBuiltIn()(kind)
  if (!useMay()('vendors', 'set')) return null
  return (
    <WayOut to="/settings" search={{ tab: 'models' }} {...(isBuiltIn && { hint: t.builtIn })}>
      {t.connectModel}
    </WayOut>
  )
}

export function ProviderPicker({ kind, ...props }: PickerProps & { kind: 'synthesizer' | 'transcriber' }) {
  const t = useTexts(texts)
  const { value } = useEditor()
  const input = { language_id: value('language_id') } as object
  const chosen = value(`${kind}_provider_id`)
  const options = useAvailable(kind, input, chosen)
  return (
    <WithWays>
      <ReferencePicker {...props} name={`${kind}_provider_id`} options={options} none={t.automatic} />
      <MetricsNote kind={kind} id={chosen} />
    </WithWays>
  )
}

export function FolderPicker(props: PickerProps) {
  const t = useTexts(texts)
  const { set } = useEditor()
  return (
    <WithWays>
      <ReferencePicker {...props} name="folder_id" options={useOptions('folders', 'list')} none={t.none} />
      <CreateButton area="folders" onCreated={(id) => set('folder_id', id)} />
    </WithWays>
  )
}

export function PhoneNumberPicker(props: PickerProps) {
  const t = useTexts(texts)
  const { value, base } = useEditor()
  const { data } = useRead('catalogues', 'phoneNumbers', { type: value('type') })
  const options = useMemo(
    () =>
      data?.map(({ id, phone_number, type_label, is_available }) => ({
        value: id,
        label: phone_number,
        detail: is_available || id === base.phone_number_id ? type_label : t.taken,
      })),
    [data, base.phone_number_id, t],
  )
  const hasNone = value('phone_number_id') === null && data?.every(({ is_available }) => !is_available)
  return (
    <WithWays>
      <ReferencePicker {...props} name="phone_number_id" options={options} none={t.none} />
      {hasNone && (
        <WayOut to="/numbers" search={{ adding: 'purchase' }} hint={t.noNumber}>
          {t.getNumber}
        </WayOut>
      )}
    </WithWays>
  )
}

export const LanguagesPicker = (props: PickerProps) => (
  <WithWays>
    <ReferencesPicker {...props} name="secondary_language_ids" options={useLanguageOptions()} />
    <LanguageSupport ids={useEditor().value('secondary_language_ids')} />
  </WithWays>
)
export const LabelsPicker = (props: PickerProps) => (
  <ReferencesPicker {...props} name="label_ids" options={useOptions('labels', 'list')} area="labels" />
)
export const HttpToolsPicker = (props: PickerProps) => (
  <ReferencesPicker {...props} name="tool_ids" options={useOptions('tools', 'list')} area="tools" />
)

const zones = Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))

export function TimeZonePicker(props: PickerProps) {
  const { value, set, isReadOnly } = useEditor()
  const current = value('timezone')
  const options = zones.some((zone) => zone.value === current) ? zones : [{ value: current, label: current }, ...zones]
  return (
    <ComboBox
      {...props}
      name="timezone"
      options={options}
      value={current}
      onChange={(zone) => set('timezone', zone)}
      isDisabled={isReadOnly}
      className="max-w-md"
    />
  )
}
