// A phone number beside the list: what it can do, who uses it, its nickname, and its release.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { useAction } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { ConfirmButton, Dialog, say } from '../../ui/overlays.tsx'
import { Button, Empty } from '../../ui/page.tsx'
import { Facts, Time } from '../../ui/values.tsx'
import { useNumbersAddress } from './address.ts'
import { useCountries } from './countries.ts'
import { LineDetails, lineDetailsTexts } from './line-details.tsx'
import { type Line, lineOf, useLines } from './lines.ts'
import { numberTexts, type PhoneNumber } from './texts.ts'
import { useUsers } from './users.ts'

const texts = textsOf('numbers', 'numberDrawer')

export function NumberDrawer({ id, number }: { id: number; number: PhoneNumber | undefined }) {
  const t = useTexts(texts)
  const [, change] = useNumbersAddress()
  return (
    <Dialog
      title={number?.phone_number ?? String(id)}
      look="drawer"
      isOpen
      onClose={() => change({ number: undefined })}
    >
      {number ? <Details number={number} /> : <Empty title={t.missing} />}
    </Dialog>
  )
}

function Details({ number }: { number: PhoneNumber }) {
  const t = useTexts(texts)
  const names = useTexts(numberTexts)
  const may = useMay()
  const { nameOf } = useCountries()
  const users = useUsers()(number.id)
  const line = lineOf(useLines().data?.data, number)
  const lineNames = useTexts(lineDetailsTexts)
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          [names.country, [nameOf(number.country_code), number.region].filter(Boolean).join(', ')],
          [names.use, names[number.type]],
          [names.sms, number.sms_capable ? names.canSend : names.cannotSend],
          [t.source, line ? lineNames.source : t[number.source]],
          [t.added, <Time key="added" at={number.created_at} />],
        ]}
      />
      {line && <LineDetails line={line} number={number.phone_number} />}
      <section className="flex flex-col gap-1">
        <h3 className="font-semibold">{t.users}</h3>
        {users.length === 0 && <p className="text-soft">{t.unused}</p>}
        <ul className="flex flex-col gap-1">
          {users.map(({ id, name, type }) => (
            <li key={id}>
              <Link
                to="/assistants/$id"
                params={{ id: String(id) }}
                className="font-medium break-words text-accent underline"
              >
                {name}
              </Link>
              <span className="block text-sm text-soft">{type === 'inbound' ? t.answers : t.calls}</span>
            </li>
          ))}
        </ul>
      </section>
      {may('phoneNumbers', 'update') && <Nickname number={number} />}
      {may('phoneNumbers', 'delete') &&
        (line ? <Disconnect number={number} line={line} /> : <Release number={number} />)}
    </div>
  )
}

function Nickname({ number }: { number: PhoneNumber }) {
  const t = useTexts(texts)
  const schemaOf = useFieldSchemas('phoneNumbers', 'update')
  const [nickname, setNickname] = useState(number.nickname ?? '')
  const update = useAction('phoneNumbers', 'update', { onDone: () => say(t.saved) })
  const submit = () => update.mutate({ id: number.id, nickname: nickname || null })
  return (
    <Form onSubmit={submit} action={update} className="flex items-end gap-2">
      <TextField
        label={t.nickname}
        name="nickname"
        value={nickname}
        onChange={setNickname}
        maxLength={schemaOf('nickname').maxLength ?? 255}
        className="grow"
      />
      <Button type="submit" isPending={update.isPending}>
        {t.save}
      </Button>
    </Form>
  )
}

function Release({ number: { id, phone_number, source } }: { number: PhoneNumber }) {
  const t = useTexts(texts)
  const [, change] = useNumbersAddress()
  const remove = useAction('phoneNumbers', 'delete', {
    changes: ['assistants'],
    onDone: () => {
      change({ number: undefined })
      say(t.removed)
    },
  })
  const isPurchased = source === 'purchased'
  return (
    <div>
      <ConfirmButton
        title={isPurchased ? t.releaseTitle(phone_number) : t.removeTitle(phone_number)}
        text={`${isPurchased ? t.releaseText : t.removeText} ${t.users_text}`}
        action={isPurchased ? t.release : t.remove}
        mutation={remove}
        input={{ id }}
      />
    </div>
  )
}

/** The number of a line goes with the line; its other numbers can be removed from it. */
function Disconnect({ number: { id, phone_number }, line }: { number: PhoneNumber; line: Line }) {
  const t = useTexts(lineDetailsTexts)
  const names = useTexts(texts)
  const [, change] = useNumbersAddress()
  const isOwn = line.id === id
  const remove = useAction('phoneNumbers', 'delete', {
    changes: ['assistants', 'sipTrunks', 'sipPhones'],
    onDone: () => {
      change({ number: undefined })
      say(isOwn ? t.disconnected : t.dropped)
    },
  })
  return (
    <div>
      <ConfirmButton
        title={isOwn ? t.disconnectTitle(phone_number) : t.dropTitle(phone_number)}
        text={`${isOwn ? t.disconnectText : t.dropText} ${names.users_text}`}
        action={isOwn ? t.disconnect : names.remove}
        mutation={remove}
        input={{ id }}
      />
    </div>
  )
}
