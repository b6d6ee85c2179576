// A field of the editor: its input, whether it was changed, and whether it has an effect in the current mode.
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { textsOf, useFormats, useLocale, useTexts } from '../../../i18n/locale.tsx'
import { classes } from '../../../ui/classes.ts'
import { Select, Switch, TextField } from '../../../ui/fields.tsx'
import { Badge, Button } from '../../../ui/page.tsx'
import { type AssistantData, useEditor, useFieldText } from './editor-context.tsx'
import { enumTexts } from './enum-texts.ts'
import { HandoverInput } from './handover-input.tsx'
import { type FieldName, placeOf } from './layout.ts'
import { ListInput } from './list-input.tsx'
import { Messages } from './messages.tsx'
import { NumberInput, SlideInput } from './number-inputs.tsx'
import {
  FolderPicker,
  HttpToolsPicker,
  KnowledgebasePicker,
  LabelsPicker,
  LanguagePicker,
  LanguagesPicker,
  LlmPicker,
  PhoneNumberPicker,
  ProviderPicker,
  RealtimePicker,
  TimeZonePicker,
} from './pickers.tsx'
import { valuesOf } from './schema.ts'
import { EvaluationInput, FillersInput, VariablesInput, VisitorVariablesInput } from './table-inputs.tsx'
import { ToolsInput } from './tools-input.tsx'
import { VoicePicker } from './voice-picker.tsx'

const texts = textsOf(
  {
    undo: 'Undo',
    undoNamed: (name: string) => `Undo the change of ${name}`,
    noEffectInMode: (mode: string) => `Has no effect in the mode ${mode}.`,
    noEffectForType: (type: string) => `Has no effect for the type ${type}.`,
    empty: 'Not set',
  },
  {
    undo: 'Zurücknehmen',
    undoNamed: (name: string) => `Änderung von ${name} zurücknehmen`,
    noEffectInMode: (mode: string) => `Hat im Modus ${mode} keine Wirkung.`,
    noEffectForType: (type: string) => `Hat für den Typ ${type} keine Wirkung.`,
    empty: 'Nicht gesetzt',
  },
)

export const idOfField = (name: string): string => `field-${name}`

export function Field({ name }: { name: FieldName }) {
  const t = useTexts(texts)
  const enums = useTexts(enumTexts)
  const editor = useEditor()
  const { label } = useFieldText()(name)
  const { modes, type } = placeOf(name)
  const [mode, ownType] = [editor.value('mode'), editor.value('type')]
  const isChanged = editor.isChanged(name)
  const reason =
    modes && !modes.includes(mode)
      ? t.noEffectInMode(enums.mode[mode])
      : type && type !== ownType
        ? t.noEffectForType(enums.type[ownType])
        : undefined
  return (
    <div
      id={idOfField(name)}
      className={classes('border-s-2 ps-3 min-w-0', isChanged ? 'border-accent' : 'border-transparent')}
    >
      <FieldInput name={name} />
      {reason !== undefined && (
        <p className="mt-1 text-sm">
          <Badge>{reason}</Badge>
        </p>
      )}
      {isChanged && (
        <p className="mt-1 flex items-center gap-2 text-sm text-accent">
          {t.changed}
          <Button
            icon={Undo2}
            iconSize={14}
            size="small"
            look="quiet"
            aria-label={t.undoNamed(label)}
            onPress={() => editor.undo(name)}
          >
            {t.undo}
          </Button>
        </p>
      )}
    </div>
  )
}

/** The names of fields with values of these types. */
type FieldsWith<T> = { [F in FieldName]: AssistantData[F] extends T ? F : never }[FieldName]

function FieldInput({ name }: { name: FieldName }) {
  const t = useTexts(texts)
  const enums = enumTexts[useLocale().language] as unknown as Record<string, Record<string, string>>
  const { value, set, isReadOnly, schemas } = useEditor()
  const { kind, rows, unit } = placeOf(name)
  const { label, help, schema } = useFieldText()(name)
  const parts = { label, help }
  const common = { ...parts, name, isDisabled: isReadOnly }
  switch (kind) {
    case 'text': {
      const field = name as FieldsWith<string | null>
      const isRequired = name === 'name'
      return (
        <TextField
          {...common}
          {...(rows !== undefined && { rows })}
          isMono={name.endsWith('_url')}
          value={(value(field) as string | null) ?? ''}
          onChange={(text) => set(field, (text === '' && !isRequired ? null : text) as never)}
          className="max-w-2xl"
        />
      )
    }
    case 'prompt':
      return <PromptInput {...parts} max={schema.maxLength!} />
    case 'choice': {
      const options = valuesOf(schema).map((each) => ({ value: each, label: enums[name]?.[each] ?? each }))
      return (
        <Select
          {...common}
          options={options}
          value={value(name) as string}
          onChange={(choice) => set(name, choice as never)}
          className="max-w-md"
        />
      )
    }
    case 'switch': {
      const field = name as FieldsWith<boolean>
      return (
        <>
          <Switch {...common} isSelected={value(field)} onChange={(isOn) => set(field, isOn)} />
          <Messages path={name} />
        </>
      )
    }
    case 'number': {
      const field = name as FieldsWith<number | null>
      const isWhole = schema.maximum! > 5
      const byDefault = schemas.create.properties?.[name]?.default
      return (
        <NumberInput
          {...common}
          value={value(field) as number | null}
          // An empty input means the default if the field cannot be empty.
          onChange={(next) => set(field, (next ?? byDefault ?? null) as never)}
          step={isWhole ? 1 : 0.05}
          unit={unit}
          {...(byDefault === undefined && { placeholder: t.empty })}
        />
      )
    }
    case 'slider': {
      const field = name as FieldsWith<number>
      return (
        <>
          <SlideInput
            {...parts}
            isDisabled={isReadOnly}
            min={schema.minimum!}
            max={schema.maximum!}
            value={value(field)}
            onChange={(next) => set(field, next)}
          />
          <Messages path={name} />
        </>
      )
    }
    case 'timezone':
      return <TimeZonePicker {...parts} />
    case 'language':
      return <LanguagePicker {...parts} />
    case 'languages':
      return <LanguagesPicker {...parts} />
    case 'voice':
      return <VoicePicker {...parts} />
    case 'llm':
      return <LlmPicker {...parts} name={name as 'llm_model_id'} />
    case 'realtime':
      return <RealtimePicker {...parts} />
    case 'synthesizer':
    case 'transcriber':
      return <ProviderPicker {...parts} kind={kind} />
    case 'knowledgebase':
      return <KnowledgebasePicker {...parts} />
    case 'phone-number':
      return <PhoneNumberPicker {...parts} />
    case 'folder':
      return <FolderPicker {...parts} />
    case 'labels':
      return <LabelsPicker {...parts} />
    case 'http-tools':
      return <HttpToolsPicker {...parts} />
    case 'tools':
      return <ToolsInput {...parts} />
    case 'fillers':
      return <FillersInput {...parts} />
    case 'evaluation':
      return <EvaluationInput {...parts} />
    case 'variables':
      return <VariablesInput {...parts} />
    case 'names':
      return <VisitorVariablesInput {...parts} />
    case 'origins':
      return (
        <ListInput
          {...parts}
          path={name}
          values={value('widget_origins')}
          placeholder="https://www.example.com"
          isMono
          onChange={(origins) => set('widget_origins', origins)}
        />
      )
    case 'handover':
      return <HandoverInput {...parts} />
  }
}

const promptInputTexts = textsOf(
  {
    count: (used: string, max: string) => `${used} of ${max} characters`,
    undeclared: 'without a default value',
  },
  {
    count: (used: string, max: string) => `${used} von ${max} Zeichen`,
    undeclared: 'ohne Standardwert',
  },
)

const placeholdersIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([^{}]+?)\s*\}\}/g)].map((match) => match[1]!)),
]

interface Props {
  label: string
  help: ReactNode
  max: number
}

/** The system prompt: a large text with its length and the placeholders that it uses. */
function PromptInput({ label, help, max }: Props) {
  const t = useTexts(promptInputTexts)
  const format = useFormats()
  const { value, set, isReadOnly } = useEditor()
  const text = value('system_prompt') ?? ''
  const declared = value('variables')
  const placeholders = placeholdersIn(text)
  return (
    <div className="flex flex-col gap-1.5">
      <TextField
        label={label}
        help={help}
        name="system_prompt"
        rows={18}
        value={text}
        onChange={(next) => set('system_prompt', next === '' ? null : next)}
        isDisabled={isReadOnly}
      />
      <p className="text-sm text-soft tabular-nums">{t.count(format.number([...text].length), format.number(max))}</p>
      {placeholders.length > 0 && (
        <div className="flex flex-wrap items-center gap-2 text-sm">
          <span className="text-soft">{t.placeholders}</span>
          {placeholders.map((name) => (
            <Badge key={name} look={name in declared ? 'accent' : 'warn'}>
              <span className="max-w-60 truncate font-mono">{`{{${name}}}`}</span>
              {!(name in declared) && t.undeclared}
            </Badge>
          ))}
        </div>
      )}
    </div>
  )
}
