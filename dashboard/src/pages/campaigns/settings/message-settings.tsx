// The settings of messages: sender and template, or number and text, and the variables that replace placeholders.
import { useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Notice } from '../../../ui/page.tsx'
import { findPlaceholders, mappedName } from '../expected.ts'
import type { FieldHelp } from './field-help.tsx'
import { settingTexts } from './setting-texts.ts'
import { TextSetting } from './simple-settings.tsx'
import type { SettingsForm } from './use-settings.ts'

const texts = textsOf('campaigns', 'messageSettings')

interface Parts {
  form: SettingsForm
  help: FieldHelp
}

export function ChatappSettings({ form, help }: Parts) {
  const t = useTexts(texts)
  const { names } = useTexts(settingTexts)
  const senderId = form.value('chatapp_sender_id')
  const senders = useRead('senders', 'list', { status: 'all' })
  const templates = useRead(
    'senders',
    'listTemplates',
    { senderId: senderId ?? 0, status: 'all' },
    { isEnabled: senderId !== null },
  )
  const offered = senderId === null ? [] : (templates.data?.data ?? [])
  const template = offered.find(({ id }) => id === form.value('chatapp_template_id'))
  return (
    <>
      {senders.data?.data.length === 0 && <Notice look="warn">{t.noSender}</Notice>}
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          name="chatapp_sender_id"
          label={names.chatapp_sender_id}
          help={help.helpOf('chatapp_sender_id')}
          placeholder={t.choose}
          options={(senders.data?.data ?? []).map(({ id, display_name, phone_number, status }) => ({
            value: id,
            label: display_name,
            detail: status === 'online' ? phone_number : `${phone_number} · ${t.offline}`,
          }))}
          value={senderId}
          onChange={(id) => form.set('chatapp_sender_id', id as never)}
        />
        <Select
          name="chatapp_template_id"
          label={names.chatapp_template_id}
          help={help.helpOf('chatapp_template_id')}
          placeholder={t.choose}
          options={offered.map(({ id, name, language, status }) => ({
            value: id,
            label: name,
            detail: status === 'approved' ? language : `${language} · ${t[status]}`,
          }))}
          value={form.value('chatapp_template_id')}
          onChange={(id) => form.set('chatapp_template_id', id as never)}
        />
      </div>
      {template && (
        <>
          <div>
            <p className="text-sm font-medium">{t.preview}</p>
            <p className="whitespace-pre-wrap break-words rounded-lg bg-sunken px-3 py-2">{template.body_text}</p>
          </div>
          <Mapping form={form} help={help} placeholders={template.variables} />
        </>
      )}
    </>
  )
}

export function SmsSettings({ form, help }: Parts) {
  const t = useTexts(texts)
  const { names } = useTexts(settingTexts)
  const numbers = useRead('phoneNumbers', 'list')
  const offered = (numbers.data ?? []).filter(({ sms_capable }) => sms_capable)
  const body = form.value('sms_body') ?? ''
  return (
    <>
      {numbers.data !== undefined && offered.length === 0 && <Notice look="warn">{t.noNumber}</Notice>}
      <Select
        name="sms_from_phone_number_id"
        label={names.sms_from_phone_number_id}
        help={help.helpOf('sms_from_phone_number_id')}
        placeholder={t.choose}
        options={offered.map(({ id, phone_number, nickname }) => ({
          value: id,
          label: phone_number,
          ...(nickname !== null && { detail: nickname }),
        }))}
        value={form.value('sms_from_phone_number_id')}
        onChange={(id) => form.set('sms_from_phone_number_id', id as never)}
      />
      <div>
        <TextSetting name="sms_body" form={form} help={help} rows={4} />
        <p className="text-sm text-soft">{t.length([...body].length)}</p>
      </div>
      <Mapping form={form} help={help} placeholders={findPlaceholders(body)} />
    </>
  )
}

/** A placeholder without a mapping is replaced by the variable with its own name. */
function Mapping({ form, help, placeholders }: Parts & { placeholders: readonly string[] }) {
  const t = useTexts(texts)
  if (placeholders.length === 0) return null
  const mapping = form.value('text_variable_mapping') ?? {}
  const change = (name: string, index: number, variable: string) => {
    const { [name]: _, [String(index + 1)]: __, ...others } = mapping
    form.set('text_variable_mapping', variable === '' || variable === name ? others : { ...others, [name]: variable })
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="grid gap-3 sm:grid-cols-2">
        {placeholders.map((name, index) => (
          <TextField
            key={name}
            name={`text_variable_mapping.${name}`}
            label={t.placeholder(`{{${name}}}`)}
            isMono
            maxLength={64}
            placeholder={name}
            value={mappedName(name, index, mapping)}
            onChange={(variable) => change(name, index, variable)}
          />
        ))}
      </div>
      <p className="text-sm text-soft">{help.helpOf('text_variable_mapping')}</p>
    </div>
  )
}
