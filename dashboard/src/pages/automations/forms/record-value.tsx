// A record of the account that a step uses, chosen from a list or written as an expression.
import { useQuery } from '@tanstack/react-query'
import { Braces, List } from 'lucide-react'
import { useState } from 'react'
import { queryClient, read } from '../../../api/query.ts'
import { useOwnTexts, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ComboBox, type Option } from '../../../ui/fields.tsx'
import { IconButton } from '../../../ui/page.tsx'
import { TextValue, type TextValueProps } from './text-value.tsx'

const texts = textsOf('automations', 'recordValue')

type Input = Record<string, unknown>
type Choices = Option<string | number>[]

const loaders: Record<string, (input: Input) => Promise<Choices>> = {
  assistant_id: async () =>
    (await queryClient.fetchQuery(read('assistants', 'listAll'))).map(({ id, name, type }) => ({
      value: id,
      label: name,
      detail: type,
    })),
  campaign_id: async () =>
    (await queryClient.fetchQuery(read('campaigns', 'list'))).map(({ id, name }) => ({ value: id, label: name })),
  knowledgebase_id: async () =>
    (await queryClient.fetchQuery(read('knowledge', 'list'))).data.map(({ id, name }) => ({ value: id, label: name })),
  automation_id: async () =>
    (await queryClient.fetchQuery(read('automations', 'list'))).data.map(({ id, name }) => ({
      value: id,
      label: name,
    })),
  connection: async () =>
    (await queryClient.fetchQuery(read('connections', 'list'))).data.map(({ name, type }) => ({
      value: name,
      label: name,
      detail: type,
    })),
  sender_id: async () =>
    (await queryClient.fetchQuery(read('senders', 'list', { status: 'all' }))).data.map(
      ({ id, display_name, phone_number }) => ({
        value: id,
        label: display_name || phone_number,
        detail: phone_number,
      }),
    ),
  template_id: async ({ sender_id: senderId }) =>
    typeof senderId === 'number'
      ? (await queryClient.fetchQuery(read('senders', 'listTemplates', { senderId }))).data.map(
          ({ id, name, body_text }) => ({ value: id, label: name, detail: body_text }),
        )
      : [],
  from: async () =>
    (await queryClient.fetchQuery(read('phoneNumbers', 'listAll'))).data
      .filter(({ sms_capable }) => sms_capable)
      .map(({ id, phone_number, nickname }) => ({
        value: id,
        label: nickname ?? phone_number,
        detail: phone_number,
      })),
}

export const isRecord = (field: string): boolean => Object.hasOwn(loaders, field)

/** The words for the types of records that have one. */
const connectionTypes = textsOf('automations', 'connectionTypes')

export function RecordValue({ field, input, ...props }: TextValueProps & { field: string; input: Input }) {
  const t = useTexts(texts)
  const types: Record<string, string> = { inbound: t.inbound, outbound: t.outbound, ...useOwnTexts(connectionTypes) }
  const { value, onChange, label, name, help, isRequired = false, isDisabled = false } = props
  const [isText, setText] = useState(typeof value === 'string' && value.includes('{{'))
  const [isFilled] = useState(value !== undefined)
  const needed = field === 'template_id' ? input['sender_id'] : undefined
  const { data: choices = [] } = useQuery({
    queryKey: ['automation-choices', field, needed],
    queryFn: () => loaders[field]!(input),
  })
  if (isText)
    return (
      <TextValue
        {...props}
        tools={
          <IconButton icon={List} iconSize={15} size="small" label={t.list(label)} onPress={() => setText(false)} />
        }
      />
    )
  const current = value as string | number | undefined
  const isKnown = current === undefined || choices.some((choice) => choice.value === current)
  const options: Choices = [
    ...(isRequired ? [] : [{ value: '', label: t.none }]),
    ...(isKnown ? [] : [{ value: current, label: String(current) }]),
    ...choices.map((choice) => ({
      ...choice,
      ...(choice.detail && { detail: types[choice.detail] ?? choice.detail }),
    })),
  ]
  return (
    <div className="relative">
      <ComboBox
        // Options that arrive later give the value its name. A field without a value keeps the focus.
        key={isFilled ? choices.length : 0}
        label={label}
        name={name}
        help={help}
        options={options}
        value={current ?? null}
        onChange={(next) => onChange(next === '' ? undefined : next)}
        isDisabled={isDisabled}
      />
      {!isDisabled && (
        <IconButton
          icon={Braces}
          iconSize={15}
          size="small"
          className="!absolute end-0 -top-1"
          label={t.expression(label)}
          onPress={() => setText(true)}
        />
      )}
    </div>
  )
}
