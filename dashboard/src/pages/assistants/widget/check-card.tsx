// Checks whether the widget works on a page of a website, and says what to mend.
import { CircleCheck, CircleX } from 'lucide-react'
import { type ReplyFrom, useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { useMessages } from '../../../messages/use-messages.ts'
import { TextField } from '../../../ui/fields.tsx'
import { Form, useFields } from '../../../ui/form.tsx'
import { Button, Card, Notice } from '../../../ui/page.tsx'
import { texts } from './texts.ts'

type Finding = ReplyFrom<'widgets', 'check'>['data']['findings'][number]

export function CheckCard({ id }: { id: number }) {
  const t = useTexts(texts)
  const { values, field } = useFields({ url: '' })
  const check = useAction('widgets', 'check')
  const result = check.data?.data
  return (
    <Card title={t.check}>
      <Form
        action={check}
        onSubmit={() => check.mutate({ id, url: values.url.trim() })}
        className="flex flex-wrap items-start gap-3"
      >
        <TextField
          {...field('url')}
          label={t.address}
          placeholder="https://www.example.com"
          inputMode="url"
          className="min-w-48 flex-1"
        />
        <Button type="submit" className="mt-6" isPending={check.isPending} isDisabled={values.url.trim() === ''}>
          {t.runCheck}
        </Button>
      </Form>
      {result && !check.isPending && (
        <div role="status" className="mt-4 flex flex-col gap-3">
          <Notice look={result.works ? 'good' : 'warn'}>{result.works ? t.works : t.worksNot}</Notice>
          <ul className="flex flex-col gap-1.5">
            {result.findings.map((finding) => (
              <Item key={finding.check} finding={finding} />
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}

function Item({ finding: { check, passed, detail } }: { finding: Finding }) {
  const t = useTexts(texts)
  const { messageOf } = useMessages()
  const failure = t.failed[check]
  const reason = check === 'page_reachable' ? messageOf(detail ?? '').replace(/\.$/, '') : (detail ?? '')
  const shown = check === 'policy_allows' ? location.origin : reason
  return (
    <li className="flex items-start gap-2">
      {passed ? (
        <CircleCheck aria-hidden size={18} className="mt-0.5 shrink-0 text-good" />
      ) : (
        <CircleX aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      )}
      <span className="min-w-0 break-words">
        {passed ? t.passed[check] : typeof failure === 'string' ? failure : failure(shown)}
      </span>
    </li>
  )
}
