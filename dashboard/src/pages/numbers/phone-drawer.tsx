// A desk phone or softphone beside the list: what to type into it, its registration, its settings, and its deletion.
import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type ReplyFrom, useAction, useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { useMay } from '../../session/session.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { ConfirmButton, Dialog, say } from '../../ui/overlays.tsx'
import { Empty, IconButton, Loaded, Notice } from '../../ui/page.tsx'
import { CopyButton, Facts } from '../../ui/values.tsx'
import { useNumbersAddress } from './address.ts'
import { PhoneBadge } from './phone-badge.tsx'
import { noNumber, PhoneFields } from './phone-fields.tsx'
import { phoneTexts, refetchMs, usePhones } from './phones.ts'
import { useUsers } from './users.ts'

type Telephone = ReplyFrom<'sipPhones', 'get'>['data']

const texts = textsOf('lines', 'phoneDrawer')

export function PhoneDrawer({ id }: { id: number }) {
  const t = useTexts(texts)
  const [, change] = useNumbersAddress()
  const listed = usePhones().data?.data
  const known = listed?.find((phone) => phone.id === id)
  const isMissing = listed !== undefined && known === undefined
  const query = useRead('sipPhones', 'get', { id }, { isEnabled: !isMissing, refetchMs })
  return (
    <Dialog title={known?.name ?? ''} look="drawer" isOpen onClose={() => change({ phone: undefined })}>
      {isMissing ? (
        <Empty title={t.missing} />
      ) : (
        <Loaded query={query}>{({ data }) => <Details key={data.id} phone={data} />}</Loaded>
      )}
    </Dialog>
  )
}

function Details({ phone }: { phone: Telephone }) {
  const t = useTexts(texts)
  const names = useTexts(phoneTexts)
  const format = useFormats()
  const may = useMay()
  const usersOf = useUsers()
  const { phone_number_id: numberId, registered_until, address, user_agent } = phone
  const answering = numberId === null ? [] : usersOf(numberId).filter(({ type }) => type === 'inbound')
  return (
    <div className="flex flex-col gap-6">
      <Credentials phone={phone} />
      <Facts
        facts={[
          [
            t.registration,
            <span key="state" className="flex flex-wrap items-center gap-2">
              <PhoneBadge phone={phone} />
              {registered_until !== null && names.until(format.dateTime(registered_until))}
            </span>,
          ],
          address !== null && [t.address, address],
          user_agent !== null && [t.device, user_agent],
          [t.answers, answering.map(({ name }) => name).join(', ') || t.noAssistant],
        ]}
      />
      {may('sipPhones', 'update') && <Settings phone={phone} />}
      {may('sipPhones', 'update') && (
        <div className="flex flex-wrap gap-2">
          <NewPassword phone={phone} />
          <Remove phone={phone} />
        </div>
      )}
    </div>
  )
}

/** A telephone that has never registered still needs its password. */
function Credentials({ phone: { server, username, password, user_agent } }: { phone: Telephone }) {
  const t = useTexts(texts)
  const names = useTexts(phoneTexts)
  const [isShown, setShown] = useState(user_agent === null)
  return (
    <section aria-label={t.credentials} className="flex flex-col gap-3">
      <h3 className="font-semibold">{t.credentials}</h3>
      {server === null && <Notice look="warn">{t.noServer}</Notice>}
      <dl className="divide-y rounded-lg border">
        {server !== null && <Credential label={t.server} value={server} copy={t.copyServer} />}
        <Credential label={t.username} value={username} copy={t.copyUsername} />
        {password !== null && (
          <Credential label={t.password} value={password} copy={t.copyPassword} isHidden={!isShown}>
            <IconButton
              icon={isShown ? EyeOff : Eye}
              size="small"
              label={isShown ? t.hide : t.show}
              onPress={() => setShown(!isShown)}
            />
          </Credential>
        )}
      </dl>
      {password === null && <Notice look="bad">{names.locked}</Notice>}
      {password !== null && server !== null && (
        <p className="text-sm text-soft">
          <span className="block">{t.linphone}</span>
          <span className="block">{t.zoiper}</span>
        </p>
      )}
    </section>
  )
}

interface CredentialProps {
  label: string
  value: string
  copy: string
  isHidden?: boolean
  children?: ReactNode
}

const Credential = ({ label, value, copy, isHidden = false, children }: CredentialProps) => (
  <div className="flex items-center gap-3 px-3 py-1.5">
    <dt className="w-24 shrink-0 text-sm text-soft">{label}</dt>
    <dd className="flex min-w-0 grow items-center gap-1">
      <span className="min-w-0 grow font-mono text-sm break-all">{isHidden ? '•'.repeat(12) : value}</span>
      {children}
      <CopyButton text={value} label={copy} />
    </dd>
  </div>
)

function Settings({ phone }: { phone: Telephone }) {
  const t = useTexts(texts)
  const { data: { data: numbers } = { data: [] } } = useRead('phoneNumbers', 'listAll')
  const { id, name, extension, phone_number_id } = phone
  const fields = useFields({ name, extension, phone_number_id: phone_number_id ?? noNumber })
  const update = useAction('sipPhones', 'update', { onDone: () => say(t.saved) })
  const submit = () => {
    const { values } = fields
    update.mutate({
      id,
      name: values.name,
      extension: values.extension.trim(),
      phone_number_id: values.phone_number_id === noNumber ? null : values.phone_number_id,
    })
  }
  return (
    <Form onSubmit={submit} action={update}>
      <PhoneFields {...fields} numbers={numbers} />
      <FormButtons />
    </Form>
  )
}

function NewPassword({ phone: { id, name } }: { phone: Telephone }) {
  const t = useTexts(texts)
  const update = useAction('sipPhones', 'update', { onDone: () => say(t.changed) })
  return (
    <ConfirmButton
      title={t.newPasswordTitle(name)}
      text={t.newPasswordText}
      action={t.newPassword}
      mutation={update}
      input={{ id, password: null }}
    />
  )
}

function Remove({ phone: { id, name } }: { phone: Telephone }) {
  const t = useTexts(texts)
  const [, change] = useNumbersAddress()
  const remove = useAction('sipPhones', 'delete', {
    onDone: () => {
      change({ phone: undefined })
      say(t.removed)
    },
  })
  return (
    <ConfirmButton title={t.removeTitle(name)} text={t.removeText} action={t.remove} mutation={remove} input={{ id }} />
  )
}
