// The page of phone numbers: which the account has, who uses them, and the limits for outgoing calls.
import { Hash, Plus } from 'lucide-react'
import { rowsOf, useAction, useRead } from '../../api/query.ts'
import { useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { loadOnIntent } from '../../loading/part.tsx'
import { useMay } from '../../session/session.tsx'
import { classes } from '../../ui/classes.ts'
import { Select, TextField } from '../../ui/fields.tsx'
import { Form, FormButtons, useFields } from '../../ui/form.tsx'
import { List } from '../../ui/list.tsx'
import { Dialog, say } from '../../ui/overlays.tsx'
import { Badge, Button, Page } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { useNumbersAddress } from './address.ts'
import { CallingLimits } from './calling-limits.tsx'
import { useCountries } from './countries.ts'
import { LineBadge } from './line-state.tsx'
import { lineOf, lineTexts, useLines } from './lines.ts'
import { LinesCard } from './lines-card.tsx'
import { NumberDrawer } from './number-drawer.tsx'
import { AddPhone, ConnectLine, EditLine, PhoneDrawer } from './parts.ts'
import { PhonesCard } from './phones-card.tsx'
import { PurchaseNumber } from './purchase-number.tsx'
import { numberTexts, type PhoneNumber } from './texts.ts'
import { useUsers } from './users.ts'

export function Numbers() {
  const t = useTexts(numberTexts)
  const may = useMay()
  const names = useTexts(lineTexts)
  const [{ number, line, phone, adding }, change] = useNumbersAddress()
  const { nameOf } = useCountries()
  const usersOf = useUsers()
  const query = useRead('phoneNumbers', 'listAll')
  const lines = useLines().data?.data ?? []
  const hasLines = lines.length > 0
  const columns: Column<PhoneNumber>[] = [
    {
      name: t.number,
      width: 'minmax(10rem,2fr)',
      cell: ({ phone_number, nickname }) => (
        <>
          <span className="tabular-nums">{phone_number}</span>{' '}
          {nickname && <span className="inline-block max-w-full text-soft">{nickname}</span>}
        </>
      ),
    },
    {
      name: t.country,
      width: 'minmax(6.5rem,1fr)',
      cell: ({ country_code, region }) => [nameOf(country_code), region].filter(Boolean).join(', '),
      isExtra: true,
    },
    { name: t.use, width: 'minmax(11.5rem,0.8fr)', cell: ({ type }) => t[type], isBelow: true },
    {
      name: t.sms,
      width: 'minmax(6.5rem,8.5rem)',
      isExtra: hasLines,
      cell: ({ sms_capable }) => (
        <Badge look={sms_capable ? 'good' : 'neutral'}>{sms_capable ? t.canSend : t.cannotSend}</Badge>
      ),
    },
    {
      name: t.assistants,
      width: 'minmax(6rem,1.2fr)',
      cell: ({ id }) =>
        usersOf(id)
          .map(({ name }) => name)
          .join(', ') || <span className="text-soft">{t.none}</span>,
      isExtra: true,
    },
  ]
  if (hasLines)
    columns.splice(3, 0, {
      name: names.line,
      width: 'minmax(8rem,9rem)',
      cell: (row) => {
        const own = lineOf(lines, row)
        return own ? <LineBadge line={own} /> : <span className="text-soft">–</span>
      },
    })
  const isEmpty = query.data?.data.length === 0
  const add = (
    <div className={classes('flex flex-wrap gap-2', isEmpty && 'justify-center')}>
      {may('sipTrunks', 'create') && (
        <Button {...loadOnIntent(ConnectLine)} onPress={() => change({ adding: 'line' })}>
          {names.connect}
        </Button>
      )}
      {may('phoneNumbers', 'create') && <Button onPress={() => change({ adding: 'import' })}>{t.import}</Button>}
      {may('phoneNumbers', 'purchase') && (
        <Button icon={Plus} look="primary" onPress={() => change({ adding: 'purchase' })}>
          {t.purchase}
        </Button>
      )}
    </div>
  )
  const close = () => change({ adding: undefined })
  return (
    <Page title={t.title} text={t.text} actions={!isEmpty && add}>
      <List
        label={t.title}
        columns={columns}
        rows={rowsOf(query.data?.data, query)}
        linkOf={({ id }) => ({ to: '/numbers', search: { number: id } })}
        empty={{ icon: Hash, title: t.empty, text: t.emptyText, action: add }}
      />
      {hasLines && <LinesCard lines={lines} />}
      <PhonesCard numbers={query.data?.data ?? []} />
      <CallingLimits />
      {number !== undefined && query.data && (
        <NumberDrawer id={number} number={query.data.data.find(({ id }) => id === number)} />
      )}
      <PurchaseNumber isOpen={adding === 'purchase'} onClose={close} />
      <ImportNumber isOpen={adding === 'import'} onClose={close} />
      {adding === 'line' && <ConnectLine />}
      {line !== undefined && <EditLine id={line} />}
      {adding === 'phone' && <AddPhone />}
      {phone !== undefined && <PhoneDrawer id={phone} />}
    </Page>
  )
}

const texts = textsOf('numbers', 'numbers')

/** Imports a number that the carrier account already has. */
function ImportNumber({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const t = useTexts(numberTexts)
  return (
    <Dialog title={t.import} isOpen={isOpen} onClose={onClose}>
      <ImportForm />
    </Dialog>
  )
}

const types = ['both', 'inbound', 'outbound'] as const

function ImportForm() {
  const t = useTexts(texts)
  const names = useTexts(numberTexts)
  const [, change] = useNumbersAddress()
  const { values, field } = useFields({ phone_number: '', nickname: '', type: 'both' as (typeof types)[number] })
  const create = useAction('phoneNumbers', 'create', {
    onDone: ({ data }) => {
      change({ adding: undefined, number: data.id })
      say(t.done)
    },
  })
  const submit = () =>
    create.mutate({
      ...values,
      phone_number: values.phone_number.replace(/[\s()./-]/g, ''),
      nickname: values.nickname || null,
    })
  return (
    <Form onSubmit={submit} action={create}>
      <p className="text-soft">{t.text}</p>
      <TextField
        {...field('phone_number')}
        label={t.number}
        help={t.numberHelp}
        type="tel"
        placeholder="+14155550100"
        autoFocus
      />
      <TextField {...field('nickname')} label={t.nickname} />
      <Select {...field('type')} label={t.type} options={types.map((value) => ({ value, label: names[value] }))} />
      <FormButtons submit={t.add} />
    </Form>
  )
}
