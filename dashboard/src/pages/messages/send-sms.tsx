// Sends an SMS from a phone number of the account.
import { countSegments, isGsm7 } from '@parley/rules'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type InputOf, useRead, useSendOnce } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { Empty, LinkButton, Loaded, Notice } from '../../ui/page.tsx'
import { sentAreas } from './sent-notice.tsx'

const texts = textsOf('messages', 'sendSms')

export function SendSms() {
  const t = useTexts(texts)
  return (
    <Loaded query={useRead('phoneNumbers', 'listAll')}>
      {({ data }) => {
        const capable = data.filter(({ sms_capable }) => sms_capable)
        return capable.length === 0 ? (
          <Empty title={t.none}>
            <LinkButton to="/numbers">{t.numbers}</LinkButton>
          </Empty>
        ) : (
          <Fields numbers={capable} />
        )
      }}
    </Loaded>
  )
}

interface SmsNumber {
  id: number
  phone_number: string
  nickname: string | null
}

function Fields({ numbers }: { numbers: readonly SmsNumber[] }) {
  const t = useTexts(texts)
  const format = useFormats()
  const [from, setFrom] = useState(numbers[0]!.id)
  const { values, field, change } = useFields({ to: '', body: '' })
  const send = useSendOnce((input: InputOf<'sms', 'send'>, options) => client.sms.send(input, options), sentAreas)
  const submit = () =>
    send.mutate(
      { from, to: values.to.replace(/[\s()./-]/g, ''), body: values.body },
      { onSuccess: () => change({ body: '' }) },
    )
  const segments = values.body === '' ? 0 : countSegments(values.body)
  const size = `${format.count(t.characters, [...values.body].length)}, ${format.count(t.segments, segments)}.`
  return (
    <Form onSubmit={submit} action={send}>
      <Select
        label={t.from}
        name="from"
        options={numbers.map(({ id, phone_number, nickname }) => ({
          value: id,
          label: phone_number,
          ...(nickname && { detail: nickname }),
        }))}
        value={from}
        onChange={(id) => setFrom(Number(id))}
      />
      <TextField {...field('to')} label={t.to} help={t.toHelp} type="tel" placeholder="+14155551234" />
      <TextField {...field('body')} label={t.text} help={isGsm7(values.body) ? size : `${size} ${t.other}`} rows={5} />
      {send.data && (
        <div role="status">
          <Notice look="good">
            {t.sent(format.count(t.segments, send.data.data.segments), format.exactMoney(send.data.data.total_cost))}
          </Notice>
        </div>
      )}
      <FormButtons submit={t.send} />
    </Form>
  )
}
