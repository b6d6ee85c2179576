// The draft of an assistant, to check and to change before it is created.
import type { Language } from '../../../i18n/languages.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/page.tsx'
import { useCreation } from './use-creation.ts'
import type { Draft } from './use-draft.ts'

const texts = textsOf('assistants', 'draftForm')

interface Props {
  draft: Draft
  /** The languages in which callers are understood. */
  callLanguages: readonly Language[]
  onCancel(): void
}

export function DraftForm({ draft, callLanguages, onCancel }: Props) {
  const t = useTexts(texts)
  const format = useFormats()
  const { written_by, template, language, business_name, post_call_schema, website, pages } = draft
  const { name, greeting, instructions } = draft
  const { values, field } = useFields({ name, greeting, instructions, questions: draft.questions.join('\n') })
  const { creation, create } = useCreation(callLanguages)
  const submit = () =>
    create({
      ...{ ...values, template, language, business_name, post_call_schema },
      questions: values.questions
        .split('\n')
        .map((question) => question.trim())
        .filter((question) => question !== ''),
      ...(website !== null && { website }),
    })
  return (
    <Form action={creation} onSubmit={submit} fields={['questions']}>
      {written_by === 'rules' ? <Notice look="warn">{t.byRules}</Notice> : <Notice>{t.byModel}</Notice>}
      <TextField {...field('name')} label={t.name} isRequired />
      <TextField {...field('greeting')} label={t.greeting} rows={2} />
      <TextField {...field('instructions')} label={t.instructions} rows={12} />
      <TextField {...field('questions')} label={t.questions} help={t.questionsHelp} rows={4} />
      <div className="text-sm text-soft">
        <p>{t.values(post_call_schema.map((value) => value.name).join(', '))}</p>
        {website !== null && <p>{t.website(format.count(t.pages, pages.length))}</p>}
        {!callLanguages.includes(language) && <p>{t.chatOnly}</p>}
      </div>
      <FormButtons submit={t.create} onCancel={onCancel} />
    </Form>
  )
}
