// The words of the account with which customers opt out of messages.
import { useState } from 'react'
import { useAction, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMay } from '../../../session/session.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import { say } from '../../../ui/overlays.tsx'
import { Card, Loaded } from '../../../ui/page.tsx'

const texts = textsOf('campaigns', 'optOutWords')

export function OptOutWords() {
  const t = useTexts(texts)
  const may = useMay()
  const query = useRead('optOutWords', 'get')
  return (
    <Card title={t.title}>
      <p className="mb-3 max-w-prose text-soft">{t.text}</p>
      <Loaded query={query}>
        {({ data: { words } }) =>
          may('optOutWords', 'set') ? (
            <WordsForm key={words.join('\n')} words={words} />
          ) : (
            <p>{words.join(', ') || t.none}</p>
          )
        }
      </Loaded>
    </Card>
  )
}

function WordsForm({ words }: { words: readonly string[] }) {
  const t = useTexts(texts)
  const [written, setWritten] = useState(words.join('\n'))
  const save = useAction('optOutWords', 'set', { onDone: ({ message }) => say(message) })
  const entered = written
    .split(/\r?\n/)
    .map((word) => word.trim())
    .filter(Boolean)
  return (
    <Form onSubmit={() => save.mutate({ words: entered })} action={save}>
      <TextField name="words" label={t.words} help={t.help} rows={3} value={written} onChange={setWritten} />
      <FormButtons isDisabled={entered.join('\n') === words.join('\n')} />
    </Form>
  )
}
