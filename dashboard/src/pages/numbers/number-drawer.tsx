// A phone number beside the list: what it can do, who uses it, its nickname, and its release.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useFieldSchemas } from '../../api/body-schema.ts'
import { type RowOf, useAction, useRead } from '../../api/query.ts'
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
import { numberTexts, type PhoneNumber } from './texts.ts'

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
  return (
    <div className="flex flex-col gap-6">
      <Facts
        facts={[
          [names.country, [nameOf(number.country_code), number.region].filter(Boolean).join(', ')],
          [names.use, names[number.type]],
          [names.sms, number.sms_capable ? names.canSend : names.cannotSend],
          [t.source, t[number.source]],
          [t.added, <Time key="added" at={number.created_at} />],
        ]}
      />
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
      {may('phoneNumbers', 'delete') && <Release number={number} />}
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

const maxListed = 100

/** The assistants that use a phone number. */
export function useUsers(): (phoneNumberId: number) => RowOf<'assistants', 'list'>[] {
  const { data } = useRead('assistants', 'list', { per_page: maxListed })
  return (id) => data?.data.filter(({ phone_number_id }) => phone_number_id === id) ?? []
}
