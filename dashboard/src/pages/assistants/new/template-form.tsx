// The two questions with which a template becomes an assistant.
import type { RowOf } from '../../../api/query.ts'
import { type Language, languages } from '../../../i18n/languages.ts'
import { useLocale, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { useCreation } from './use-creation.ts'

const texts = textsOf('assistants', 'templateForm')

interface Props {
  template: RowOf<'assistantTemplates', 'list'>
  /** The languages in which callers are understood. */
  callLanguages: readonly Language[]
}

export function TemplateForm({ template, callLanguages }: Props) {
  const t = useTexts(texts)
  const { language } = useLocale()
  const { values, field } = useFields({ business_name: '', business_info: '', language })
  const canCall = callLanguages.includes(values.language)
  const { creation, create } = useCreation(callLanguages)
  return (
    <Form action={creation} onSubmit={() => create({ ...values, template: template.id })}>
      <p className="text-soft">{template.description}</p>
      <TextField {...field('business_name')} label={t.business} autoFocus isRequired />
      <TextField
        {...field('business_info')}
        label={t.info}
        help={t.infoHelp}
        placeholder={t.example(template.info_example)}
        rows={5}
      />
      <Select
        {...field('language')}
        label={t.speaks}
        {...(!canCall && { help: t.chatOnly })}
        options={Object.entries(languages).map(([value, label]) => ({ value: value as typeof language, label }))}
      />
      <section className="text-sm text-soft">
        <h3 className="font-medium">{t.later}</h3>
        <ul className="list-disc ps-5">
          {template.next_steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ul>
      </section>
      <FormButtons submit={t.create} />
    </Form>
  )
}
