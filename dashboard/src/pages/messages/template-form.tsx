// Writes a new template beside a preview that follows the typing, and submits it for approval.
import { Braces } from 'lucide-react'
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { useLanguageName } from '../../i18n/language-name.ts'
import { useFormats, useLocale, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ComboBox, Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Button, Card } from '../../ui/page.tsx'
import { useMessagesAddress } from './address.ts'
import { PhonePreview, placeholdersOf } from './phone-preview.tsx'
import { templateTexts } from './template-status.tsx'
import type { Sender } from './use-senders.ts'

const texts = textsOf('messages', 'templateForm')

const categories = ['utility', 'marketing'] as const

export function TemplateForm({ sender }: { sender: Sender }) {
  const t = useTexts(texts)
  const format = useFormats()
  const categoryNames = useTexts(templateTexts)
  const { language: pageLanguage } = useLocale()
  const schemaOf = useFieldSchemas('senders', 'createTemplate')
  const [, change] = useMessagesAddress()
  const [name, setName] = useState('')
  const [language, setLanguage] = useState(pageLanguage === 'en' ? 'en_US' : pageLanguage)
  const [category, setCategory] = useState<(typeof categories)[number]>('utility')
  const [body, setBody] = useState('')
  const [names, setNames] = useState<Record<number, string>>({})
  const [samples, setSamples] = useState<Record<number, string>>({})
  const numbers = placeholdersOf(body)
  const create = useAction('senders', 'createTemplate', {
    onDone: ({ data }) => change({ creating: undefined, template_status: undefined, template: data.id }, true),
  })
  const nameOf = (number: number) => names[number]?.trim() || String(number)
  const submit = () =>
    create.mutate({
      senderId: sender.id,
      name,
      language,
      category,
      body_text: body,
      ...(numbers.length > 0 && {
        variables: numbers.map(nameOf),
        samples: numbers.map((number) => samples[number]?.trim() || nameOf(number)),
      }),
    })
  const languageOf = useLanguageName()
  const most = schemaOf('body_text').maxLength ?? 1024
  const cancel = () => change({ creating: undefined }, true)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card title={t.title}>
        <Form onSubmit={submit} action={create}>
          <TextField
            label={t.name}
            help={t.nameHelp}
            name="name"
            value={name}
            onChange={(value) => setName(value.toLowerCase().replaceAll(' ', '_'))}
            placeholder="order_shipped"
            autoFocus
            isMono
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <ComboBox
              label={t.language}
              name="language"
              options={templateLanguages.map((value) => ({
                value,
                label: languageOf(value),
                detail: value,
              }))}
              value={language}
              onChange={(value) => setLanguage(String(value))}
            />
            <Select
              label={t.category}
              name="category"
              options={categories.map((value) => ({ value, label: categoryNames[value] }))}
              value={category}
              onChange={(value) => setCategory(categories.find((each) => each === value)!)}
            />
          </div>
          <TextField
            label={t.body}
            help={t.count(format.number([...body].length), format.number(most))}
            name="body_text"
            value={body}
            onChange={setBody}
            rows={6}
          />
          <Button
            icon={Braces}
            size="small"
            className="self-start"
            onPress={() => setBody(`${body}${/\S$/.test(body) ? ' ' : ''}{{${(numbers.at(-1) ?? 0) + 1}}}`)}
          >
            {t.add}
          </Button>
          {numbers.length > 0 && (
            <fieldset className="flex flex-col gap-3">
              <legend className="mb-1 font-medium">{t.placeholders}</legend>
              <p className="text-sm text-soft">{t.rules}</p>
              {numbers.map((number, at) => (
                <div key={number} className="grid gap-3 sm:grid-cols-2">
                  <TextField
                    label={t.placeholderName(number)}
                    name={`variables.${at}`}
                    value={names[number] ?? ''}
                    onChange={(value) => setNames({ ...names, [number]: value })}
                  />
                  <TextField
                    label={t.sample(number)}
                    name={`samples.${at}`}
                    value={samples[number] ?? ''}
                    onChange={(value) => setSamples({ ...samples, [number]: value })}
                  />
                </div>
              ))}
            </fieldset>
          )}
          <FormButtons submit={t.submit} onCancel={cancel} />
        </Form>
      </Card>
      <Card title={t.preview} className="lg:sticky lg:top-4">
        <PhonePreview
          sender={sender.display_name}
          body={body}
          fill={(number) => samples[number]?.trim() || names[number]?.trim()}
        />
      </Card>
    </div>
  )
}

const templateLanguages =
  'af sq ar az bn bg ca zh_CN zh_HK zh_TW hr cs da nl en en_GB en_US et fil fi fr ka de el gu ha he hi hu id ga it ja kn kk rw_RW ko ky_KG lo lv lt mk ms ml mr nb fa pl pt_BR pt_PT pa ro ru sr sk sl es es_AR es_ES es_MX sw sv ta te th tr uk ur uz vi zu'.split(
    ' ',
  )
