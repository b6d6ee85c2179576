// Inputs that choose other records: languages, models, providers, numbers, knowledge bases, folders, labels and tools.
import { X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type Area, type CallName, type InputOf, type ReplyFrom, useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { ComboBox, type FieldParts, type Option } from '../../../ui/fields.tsx'
import { IconButton } from '../../../ui/page.tsx'
import { useEditor } from './editor-context.tsx'
import { useLanguages } from './languages.ts'
import type { FieldName } from './layout.ts'
import { Group, Messages } from './messages.tsx'
import { CreateButton, WayOut } from './ways-out.tsx'

const texts = textsOf(
  {
    none: 'None',
    automatic: 'Chosen automatically',
    unknown: (id: number) => `Unknown (${id})`,
    taken: 'Another assistant answers its calls',
    add: (name: string) => `Add: ${name}`,
    remove: (name: string) => `Remove ${name}`,
    builtIn: 'Without a connected model, the built-in one answers.',
    connectModel: 'Connect a model',
    noNumber: 'No phone number is free.',
    getNumber: 'Get a number',
    documents: 'Add documents',
  },
  {
    none: 'Keine Auswahl',
    automatic: 'Automatisch gewählt',
    unknown: (id: number) => `Unbekannt (${id})`,
    taken: 'Ein anderer Assistent nimmt die Anrufe an',
    add: (name: string) => `Hinzufügen: ${name}`,
    remove: (name: string) => `${name} entfernen`,
    builtIn: 'Ohne verbundenes Modell antwortet das eingebaute.',
    connectModel: 'Modell verbinden',
    noNumber: 'Keine Telefonnummer ist frei.',
    getNumber: 'Nummer beschaffen',
    documents: 'Dokumente hinzufügen',
  },
)

interface Named {
  id: number
  name: string
}

export type PickerProps = FieldParts

type Reference = FieldName & `${string}_id`

interface ReferenceProps extends PickerProps {
  name: Reference
  options: readonly Option<number>[] | undefined
  /** The text of the option for null. */
  none?: string
}

function ReferencePicker({ name, options, none, ...props }: ReferenceProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const current = value(name)
  const known = useMemo(
    () => [...(none === undefined ? [] : [{ value: 0, label: none }]), ...(options ?? [])],
    [options, none],
  )
  const isKnown = current === null || known.some(({ value: id }) => id === current)
  const all = isKnown ? known : [...known, { value: current, label: options ? t.unknown(current) : '…' }]
  return (
    <ComboBox
      // Typed text is matched against the options, which have to be there first.
      key={`${options === undefined} ${isKnown}`}
      {...props}
      name={name}
      options={all}
      // The id of the option for null.
      value={current ?? 0}
      onChange={(id) => set(name, (id === 0 ? null : id) as never)}
      isDisabled={isReadOnly}
      className="max-w-md"
    />
  )
}

const optionsOf = (rows: readonly Named[] | undefined): Option<number>[] | undefined =>
  rows?.map(({ id, name }) => ({ value: id, label: name }))

/** Reads a list of records with ids and names. */
function useOptions<A extends Area, N extends CallName<A>>(area: A, name: N, input?: InputOf<A, N>) {
  const { data } = useRead(area, name, input)
  return useMemo(() => {
    const reply = data as ReplyFrom<A, N> | undefined
    return optionsOf((Array.isArray(reply) ? reply : (reply as { data: Named[] } | undefined)?.data) as Named[])
  }, [data])
}

/** A picker with what leads further below it. */
const WithWays = ({ children }: { children: ReactNode }) => <div className="flex flex-col gap-2">{children}</div>

export function useLanguageOptions() {
  const languages = useLanguages()
  return useMemo(() => optionsOf(languages), [languages])
}

export const LanguagePicker = (props: PickerProps) => (
  <ReferencePicker {...props} name="language_id" options={useLanguageOptions()} />
)

export function LlmPicker({ name, ...props }: PickerProps & { name: 'llm_model_id' | 'chat_llm_fallback_id' }) {
  const t = useTexts(texts)
  return (
    <WithWays>
      <ReferencePicker {...props} name={name} options={useOptions('catalogues', 'models')} none={t.automatic} />
      {name === 'llm_model_id' && <ConnectModel />}
    </WithWays>
  )
}

export function RealtimePicker(props: PickerProps) {
  const t = useTexts(texts)
  const mode = useEditor().value('mode')
  const type = mode === 'dualplex' ? 'dualplex' : 'multimodal'
  const options = useOptions('catalogues', 'models', { type })
  return (
    <WithWays>
      <ReferencePicker {...props} name="multimodal_model_id" options={options} none={t.automatic} />
      <ConnectModel />
    </WithWays>
  )
}

function ConnectModel() {
  const t = useTexts(texts)
  return (
    <WayOut to="/settings" search={{ tab: 'models' }} hint={t.builtIn}>
      {t.connectModel}
    </WayOut>
  )
}

export function ProviderPicker({ kind, ...props }: PickerProps & { kind: 'synthesizer' | 'transcriber' }) {
  const t = useTexts(texts)
  const language_id = useEditor().value('language_id')
  const options = useOptions('catalogues', `${kind}Providers`, { language_id })
  return <ReferencePicker {...props} name={`${kind}_provider_id`} options={options} none={t.automatic} />
}

export function KnowledgebasePicker(props: PickerProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const knowledgebase = value('knowledgebase_id')
  return (
    <WithWays>
      <ReferencePicker {...props} name="knowledgebase_id" options={useOptions('knowledge', 'list')} none={t.none} />
      {knowledgebase !== null && (
        <WayOut to="/knowledge" search={{ knowledgebase }}>
          {t.documents}
        </WayOut>
      )}
      {!isReadOnly && <CreateButton area="knowledge" onCreated={(id) => set('knowledgebase_id', id)} />}
    </WithWays>
  )
}

export function FolderPicker(props: PickerProps) {
  const t = useTexts(texts)
  const { set, isReadOnly } = useEditor()
  return (
    <WithWays>
      <ReferencePicker {...props} name="folder_id" options={useOptions('folders', 'list')} none={t.none} />
      {!isReadOnly && <CreateButton area="folders" onCreated={(id) => set('folder_id', id)} />}
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
  const hasNone = data?.every(({ is_available }) => !is_available)
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

type ListName = 'secondary_language_ids' | 'label_ids' | 'tool_ids'

interface ReferencesProps extends PickerProps {
  name: ListName
  options: Option<number>[] | undefined
  /** The records that can be created here. */
  area?: 'labels' | 'tools'
}

/** Several references, each of which can be removed. */
function ReferencesPicker({ name, options, label, help, area }: ReferencesProps) {
  const t = useTexts(texts)
  const { value, set, isReadOnly } = useEditor()
  const chosen = value(name)
  const left = (options ?? []).filter(({ value: id }) => !chosen.includes(id))
  const nameOf = (id: number) => options?.find((each) => each.value === id)?.label ?? t.unknown(id)
  const add = (id: number) => set(name, [...chosen, id])
  return (
    <Group label={label} help={help} className="gap-2">
      {chosen.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-1.5">
          {chosen.map((id) => (
            <li key={id} className="flex max-w-full items-center gap-1 rounded-full border bg-sunken ps-3 text-sm">
              <span className="truncate">{nameOf(id)}</span>
              {isReadOnly ? (
                <span className="pe-3" />
              ) : (
                <IconButton
                  icon={X}
                  iconSize={14}
                  size="small"
                  label={t.remove(nameOf(id))}
                  onPress={() =>
                    set(
                      name,
                      chosen.filter((each) => each !== id),
                    )
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {!isReadOnly && left.length > 0 && (
        <ComboBox
          // Another instance after each choice, with an empty text.
          key={chosen.join()}
          label={t.add(label)}
          isLabelHidden
          placeholder={t.add(label)}
          options={left}
          value={null}
          onChange={add}
          className="max-w-md"
        />
      )}
      {!isReadOnly && area && <CreateButton area={area} onCreated={add} />}
      <Messages path={name} withParts />
    </Group>
  )
}

export const LanguagesPicker = (props: PickerProps) => (
  <ReferencesPicker {...props} name="secondary_language_ids" options={useLanguageOptions()} />
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
