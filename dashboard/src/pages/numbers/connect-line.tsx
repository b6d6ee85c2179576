// Connects a telephone line: its provider first, then what has to be copied from there. Changes a line in the same form.
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useFields } from '../../ui/form.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Button, Empty, Loaded, Notice } from '../../ui/page.tsx'
import { useNumbersAddress } from './address.ts'
import { LineForm } from './line-form.tsx'
import { changedLine, emptyLine, newLine, valuesOf } from './line-values.ts'
import { type Line, lineTexts, lineFormTexts as texts, useLines } from './lines.ts'
import { type Provider, presets, providers } from './presets.ts'

const providerTexts = textsOf('lines', 'providers')

export function ConnectLine() {
  const names = useTexts(lineTexts)
  const [, change] = useNumbersAddress()
  return (
    <Dialog title={names.connect} look="drawer" isOpen onClose={() => change({ adding: undefined })}>
      <Steps />
    </Dialog>
  )
}

function Steps() {
  const t = useTexts(texts)
  const names = useTexts(lineTexts)
  const hints = useTexts(providerTexts)
  const [, change] = useNumbersAddress()
  const [provider, setProvider] = useState<Provider>()
  const fields = useFields(emptyLine)
  const create = useAction('sipTrunks', 'create', {
    changes: ['phoneNumbers'],
    onDone: ({ data }) => {
      change({ adding: undefined, number: data.id })
      say(t.connected)
    },
  })
  const choose = (next: Provider) => {
    const { phone_number, sip_username, sip_password, nickname } = fields.values
    fields.change({ ...emptyLine, phone_number, sip_username, sip_password, nickname, ...presets[next].values })
    create.reset()
    setProvider(next)
  }
  if (provider === undefined) return <Providers onChoose={choose} />
  const { values } = fields
  return (
    <div className="flex flex-col gap-4">
      <div>
        <Button
          icon={ArrowLeft}
          iconClass="rtl:-scale-x-100"
          look="quiet"
          size="small"
          className="-ms-2"
          onPress={() => setProvider(undefined)}
        >
          {t.back}
        </Button>
        <h3 className="mt-1 text-xl font-semibold">{presets[provider].name ?? t.other}</h3>
      </div>
      <Notice>{hints[provider]}</Notice>
      <LineForm
        fields={fields}
        provider={provider}
        action={create}
        submit={names.connect}
        onSubmit={() => create.mutate(newLine(values))}
      />
    </div>
  )
}

function Providers({ onChoose }: { onChoose(provider: Provider): void }) {
  const t = useTexts(texts)
  return (
    <div className="flex flex-col gap-3">
      <h3 id="line-providers" className="font-semibold">
        {t.choose}
      </h3>
      <ul aria-labelledby="line-providers" className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {providers.map((provider) => (
          <li key={provider}>
            <Button className="min-h-12 w-full !justify-start" onPress={() => onChoose(provider)}>
              {presets[provider].name ?? t.other}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

export function EditLine({ id }: { id: number }) {
  const t = useTexts(texts)
  const query = useLines()
  const [, change] = useNumbersAddress()
  const line = query.data?.data.find((each) => each.id === id)
  return (
    <Dialog
      title={line ? t.editTitle(line.phone_number) : String(id)}
      look="drawer"
      isOpen
      onClose={() => change({ line: undefined })}
    >
      <Loaded query={query}>{() => (line ? <EditForm line={line} /> : <Empty title={t.missing} />)}</Loaded>
    </Dialog>
  )
}

function EditForm({ line }: { line: Line }) {
  const t = useTexts(texts)
  const [, change] = useNumbersAddress()
  // The line is read again while the form is open.
  const [initial] = useState(() => valuesOf(line))
  const fields = useFields(initial)
  const update = useAction('sipTrunks', 'update', {
    changes: ['phoneNumbers'],
    onDone: () => {
      change({ line: undefined })
      say(t.saved)
    },
  })
  return (
    <LineForm
      fields={fields}
      provider="other"
      line={line}
      action={update}
      submit={t.save}
      onSubmit={() => update.mutate(changedLine(line, initial, fields.values))}
    />
  )
}
