// Describes an assistant in a sentence, with a website if there is one, and shows its draft.
import { withScheme } from '../../../address/with-scheme.ts'
import { type Language, languages } from '../../../i18n/languages.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { Dialog } from '../../../ui/overlays.tsx'
import { Card, Progress } from '../../../ui/page.tsx'
import { DraftForm } from './draft-form.tsx'
import { useDraft } from './use-draft.ts'

const texts = textsOf('assistants', 'describeCard')

const automatic = 'automatic'

export function DescribeCard({ callLanguages }: { callLanguages: readonly Language[] }) {
  const t = useTexts(texts)
  const { writing, progress, cancel } = useDraft()
  const { values, field } = useFields({
    description: '',
    website: '',
    business_name: '',
    language: automatic as Language | typeof automatic,
  })
  const submit = () => {
    const { description, website, business_name, language } = values
    writing.mutate({
      description,
      ...(website.trim() !== '' && { website: withScheme(website.trim()) }),
      ...(business_name.trim() !== '' && { business_name }),
      ...(language !== automatic && { language }),
    })
  }
  return (
    <Card title={t.title}>
      <Form action={writing} onSubmit={submit} className="grid gap-4 lg:grid-cols-2">
        <TextField
          {...field('description')}
          label={t.description}
          placeholder={t.example}
          rows={4}
          autoFocus
          isRequired
          className="lg:row-span-2"
        />
        <TextField
          {...field('website')}
          label={t.website}
          help={t.websiteHelp}
          inputMode="url"
          placeholder="example.com"
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField {...field('business_name')} label={t.business} help={t.businessHelp} />
          <Select
            {...field('language')}
            label={t.language}
            options={[
              { value: automatic, label: t.automatic },
              ...Object.entries(languages).map(([value, label]) => ({ value: value as Language, label })),
            ]}
          />
        </div>
        <div className="flex flex-col gap-3 lg:col-span-2">
          {writing.isPending && <Working progress={progress} />}
          <FormButtons submit={t.write} onCancel={writing.isPending ? cancel : undefined} />
        </div>
      </Form>
      <Dialog title={t.draft} isOpen={writing.data !== undefined} onClose={writing.reset} isSticky>
        {writing.data && <DraftForm draft={writing.data} callLanguages={callLanguages} onCancel={writing.reset} />}
      </Dialog>
    </Card>
  )
}

function Working({ progress = '' }: { progress: string | undefined }) {
  const t = useTexts(texts)
  const pages = /^reading (\d+)$/.exec(progress)?.[1]
  const text = pages === undefined ? (progress === 'reading' ? t.reading : t.writing) : t.pages(pages)
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-soft">
        {text}
      </p>
      <Progress label={t.working} />
    </div>
  )
}
