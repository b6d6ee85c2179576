// Changes how the widget looks.
import { Plus, X } from 'lucide-react'
import { useEffect } from 'react'
import { useAction } from '../../../api/query.ts'
import { type Language, languages } from '../../../i18n/languages.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { Select, TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../../ui/form.tsx'
import { LeaveQuestion } from '../../../ui/leave-question.tsx'
import { say } from '../../../ui/overlays.tsx'
import { Button, Card, IconButton } from '../../../ui/page.tsx'
import { PictureField } from './picture-field.tsx'
import { texts } from './texts.ts'
import type { WidgetData } from './widget-data.ts'

const maxQuestions = 4

interface Props {
  id: number
  saved: WidgetData
  /** Called with each change, for the preview. */
  onChange(widget: WidgetData): void
}

export function AppearanceForm({ id, saved, onChange }: Props) {
  const t = useTexts(texts)
  const { values, field, change } = useFields({
    title: saved.title ?? '',
    welcome: saved.welcome ?? '',
    questions: saved.questions as string[],
    color: saved.color,
    theme: saved.theme,
    side: saved.side,
    language: (saved.language ?? 'auto') as Language | 'auto',
  })
  const update = useAction('widgets', 'update', { onDone: () => say(t.saved) })
  const given = {
    ...values,
    title: values.title.trim() || null,
    welcome: values.welcome.trim() || null,
    questions: values.questions.map((question) => question.trim()).filter(Boolean),
    language: values.language === 'auto' ? null : values.language,
  }
  const { picture_url: _picture, ...before } = saved
  const isChanged = JSON.stringify(sorted(given)) !== JSON.stringify(sorted(before))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the preview follows the values
  useEffect(() => onChange({ ...given, picture_url: null }), [values])
  return (
    <Card title={t.appearance}>
      <Form action={update} onSubmit={() => update.mutate({ id, ...given })} fields={['questions']}>
        <TextField {...field('title')} label={t.chatTitle} placeholder={t.titlePlaceholder} maxLength={60} />
        <TextField {...field('welcome')} label={t.welcome} help={t.welcomeHelp} rows={2} maxLength={200} />
        <Questions values={values.questions} onChange={(questions) => change({ questions })} />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Select
            {...field('theme')}
            label={t.theme}
            options={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t.themes[value] }))}
          />
          <Select
            {...field('side')}
            label={t.side}
            options={(['end', 'start'] as const).map((value) => ({ value, label: t.sides[value] }))}
          />
          <Select
            {...field('language')}
            label={t.language}
            options={[
              { value: 'auto' as const, label: t.ofPage },
              ...Object.entries(languages).map(([value, label]) => ({ value: value as Language, label })),
            ]}
          />
          <TextField {...field('color')} label={t.color} type="color" className="[&_input]:h-9 [&_input]:!p-1" />
        </div>
        <PictureField id={id} url={saved.picture_url} />
        <FormButtons isDisabled={!isChanged} />
      </Form>
      <LeaveQuestion isNeeded={isChanged} part="view" />
    </Card>
  )
}

const sorted = (record: object) => Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))

function Questions({ values, onChange }: { values: readonly string[]; onChange(values: string[]): void }) {
  const t = useTexts(texts)
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="text-sm font-medium">{t.questions}</legend>
      <p className="text-sm text-soft">{t.questionsHelp}</p>
      {values.map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the questions have no other identity
        <div key={at} className="flex items-start gap-1">
          <TextField
            label={t.question(at + 1)}
            isLabelHidden
            name={`questions.${at}`}
            value={value}
            onChange={(next) => onChange(values.with(at, next))}
            maxLength={100}
            autoFocus={value === '' && at === values.length - 1}
            className="grow"
          />
          <IconButton icon={X} label={t.removeQuestion(at + 1)} onPress={() => onChange(values.toSpliced(at, 1))} />
        </div>
      ))}
      {values.length < maxQuestions && (
        <Button icon={Plus} size="small" className="self-start" onPress={() => onChange([...values, ''])}>
          {t.addQuestion}
        </Button>
      )}
    </fieldset>
  )
}
