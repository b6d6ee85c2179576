// A field of the editor: its input, whether it was changed, and whether it has an effect now.
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOwnTexts, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { classes } from '../../../ui/classes.ts'
import { Select, Switch } from '../../../ui/fields.tsx'
import { Badge, Button } from '../../../ui/page.tsx'
import { type AssistantData, useCause, useEditor, useFieldText } from './editor-context.tsx'
import { choiceDetails, enumTexts } from './enum-texts.ts'
import { HandoverInput } from './handover-input.tsx'
import { KnowledgebasePicker } from './knowledge-picker.tsx'
import { type FieldName, type Kind, placeOf } from './layout.ts'
import { LimitedText } from './limited-text.tsx'
import { ListInput } from './list-input.tsx'
import { Messages } from './messages.tsx'
import { NumberInput, SlideInput } from './number-inputs.tsx'
import {
  FolderPicker,
  HttpToolsPicker,
  LabelsPicker,
  LanguagePicker,
  LanguagesPicker,
  LlmPicker,
  PhoneNumberPicker,
  ProviderPicker,
  RealtimePicker,
  TimeZonePicker,
} from './pickers.tsx'
import { PromptInput } from './prompt-input.tsx'
import type { PickerProps } from './reference-pickers.tsx'
import { valuesOf } from './schema.ts'
import { EvaluationInput, FillersInput, VariablesInput, VisitorVariablesInput } from './table-inputs.tsx'
import { ToolsInput } from './tools-input.tsx'
import { VoicePicker } from './voice-picker.tsx'

const texts = textsOf('assistant-editor', 'field')

export const idOfField = (name: string): string => `field-${name}`

interface FieldProps {
  name: FieldName
  isLabelHidden?: boolean
}

export function Field({ name, isLabelHidden = false }: FieldProps) {
  const t = useTexts(texts)
  const editor = useEditor()
  const { label } = useFieldText()(name)
  const isChanged = editor.isChanged(name)
  const cause = useCause()(name)
  return (
    <div
      id={idOfField(name)}
      className={classes('-ms-3 min-w-0 border-s-2 ps-2.5', isChanged ? 'border-accent' : 'border-transparent')}
    >
      <FieldInput name={name} isLabelHidden={isLabelHidden} />
      {cause !== undefined && (
        <p className="mt-1 text-sm">
          <Badge>{t.noEffect(cause)}</Badge>
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
type ByName = Record<string, Record<string, string> | undefined>

const pickers: { [K in Kind]?: (props: PickerProps) => ReactNode } = {
  timezone: TimeZonePicker,
  language: LanguagePicker,
  languages: LanguagesPicker,
  voice: VoicePicker,
  realtime: RealtimePicker,
  synthesizer: (props) => <ProviderPicker {...props} kind="synthesizer" />,
  transcriber: (props) => <ProviderPicker {...props} kind="transcriber" />,
  knowledgebase: KnowledgebasePicker,
  'phone-number': PhoneNumberPicker,
  folder: FolderPicker,
  labels: LabelsPicker,
  'http-tools': HttpToolsPicker,
  tools: ToolsInput,
  fillers: FillersInput,
  evaluation: EvaluationInput,
  variables: VariablesInput,
  names: VisitorVariablesInput,
  handover: HandoverInput,
}

function FieldInput({ name, isLabelHidden }: Required<FieldProps>) {
  const t = useTexts(texts)
  const enums = useOwnTexts(enumTexts)
  const allDetails = useOwnTexts(choiceDetails)
  const { value, set, isReadOnly, schemas } = useEditor()
  const { kind, rows, unit } = placeOf(name)
  const { label, help, schema } = useFieldText()(name)
  const parts = { label, help, isLabelHidden }
  const common = { ...parts, name, isDisabled: isReadOnly }
  switch (kind) {
    case 'text': {
      const field = name as FieldsWith<string | null>
      const isRequired = name === 'name'
      return (
        <LimitedText
          {...common}
          {...(rows !== undefined && { rows })}
          isMono={name.endsWith('_url')}
          max={schema.maxLength}
          value={(value(field) as string | null) ?? ''}
          onChange={(text) => set(field, (text === '' && !isRequired ? null : text) as never)}
          {...(name !== 'initial_message' && { className: 'max-w-2xl' })}
        />
      )
    }
    case 'prompt':
      return <PromptInput {...parts} max={schema.maxLength} />
    case 'choice': {
      const names = (enums as unknown as ByName)[name]
      const details = (allDetails as unknown as ByName)[name]
      const options = valuesOf(schema).map((each) => ({
        value: each,
        label: names?.[each] ?? each,
        ...(details?.[each] !== undefined && { detail: details[each] }),
      }))
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
          range={schema}
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
    case 'llm':
      return <LlmPicker {...parts} name={name as 'llm_model_id'} />
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
    default: {
      const Picker = pickers[kind]!
      return <Picker {...parts} />
    }
  }
}
