// The words of the account with which customers opt out of messages.
import { useState } from 'react'
import { useAction, useRead } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { Form, FormButtons } from '../../../ui/form.tsx'
import { say } from '../../../ui/overlays.tsx'
import { Card, Loaded } from '../../../ui/page.tsx'

const texts = textsOf(
  {
    title: 'Words that end messages',
    text: 'Customers who write STOP or plainly ask for it, in English and six other languages, get no more messages and are added to this list. Add words that your customers use in addition.',
    none: 'No words have been added.',
    words: 'Your own words',
    help: 'One word or short phrase on each line, up to 50. A message counts if it consists of nothing else.',
  },
  {
    title: 'Wörter, die Nachrichten beenden',
    text: 'Wer STOP schreibt oder auf Deutsch oder in sechs anderen Sprachen klar darum bittet, erhält keine Nachrichten mehr und kommt auf diese Liste. Ergänzen Sie Wörter, die Ihre Kunden außerdem verwenden.',
    none: 'Es sind keine Wörter ergänzt.',
    words: 'Eigene Wörter',
    help: 'Ein Wort oder eine kurze Wendung pro Zeile, bis zu 50. Eine Nachricht zählt, wenn sie aus nichts anderem besteht.',
  },
)

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
