// The form for an assistant without a template.
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ComboBox, Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { LanguageSupport } from '../editor/language-support.tsx'
import { useLanguages } from '../editor/languages.ts'

const texts = textsOf('assistants', 'scratchForm')

/** The name of the assistant, and if wanted its type and language. */
export function ScratchForm() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const languages = useLanguages()
  const { values, field } = useFields({ name: '', type: 'outbound' as 'inbound' | 'outbound' })
  const [chosen, setLanguage] = useState<number>()
  const language = chosen ?? languages?.find(({ iso_2 }) => iso_2 === 'en')?.id ?? null
  const create = useAction('assistants', 'create', {
    onDone: ({ data }) => void navigate({ to: '/assistants/$id', params: { id: String(data.id) } }),
  })
  return (
    <Form
      action={create}
      onSubmit={() => create.mutate({ ...values, ...(chosen !== undefined && { language_id: chosen }) })}
    >
      <TextField {...field('name')} label={t.name} help={t.nameHelp} autoFocus />
      <Select
        {...field('type')}
        label={t.type}
        options={[
          { value: 'outbound', label: t.outbound, detail: t.outboundDetail },
          { value: 'inbound', label: t.inbound, detail: t.inboundDetail },
        ]}
      />
      <ComboBox
        key={languages ? 'loaded' : 'loading'}
        label={t.language}
        name="language_id"
        options={(languages ?? []).map(({ id, name: label }) => ({ value: id, label }))}
        value={language}
        onChange={(next) => setLanguage(next)}
      />
      {language !== null && <LanguageSupport ids={[language]} />}
      <FormButtons submit={t.create} />
    </Form>
  )
}
