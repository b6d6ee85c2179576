// Every transaction of the period, with a file for spreadsheets.
import { Link, useSearch } from '@tanstack/react-router'
import { Download, ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { type ReplyFrom, useRows } from '../../api/query.ts'
import { useFormats, useOwnTexts, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { saveFile } from '../../ui/download.ts'
import { List } from '../../ui/list.tsx'
import { sayError } from '../../ui/overlays.tsx'
import { Button } from '../../ui/page.tsx'
import type { Column } from '../../ui/table.tsx'
import { ShortTime } from '../../ui/values.tsx'
import { inputOf, useFilters } from './period.ts'
import { kinds, kindTexts } from './usage-texts.ts'

const texts = textsOf('usage', 'ledger')

type Transaction = ReplyFrom<'billing', 'listTransactions'>['data'][number]

export function Ledger({ today }: { today: string }) {
  const t = useTexts(texts)
  const kindNames = useTexts(kindTexts)
  const format = useFormats()
  const describe = useDescription()
  const { kind: wanted } = useSearch({ from: '/usage' })
  const kind = kinds.find((each) => each === wanted)
  const input = { ...inputOf(useFilters(today)), ...(kind && { kind }) }
  const rows = useRows('billing', 'listTransactions', input)
  const columns: Column<Transaction>[] = [
    { name: t.time, width: 'minmax(6rem,11rem)', cell: (row) => <ShortTime at={row.created_at} /> },
    { name: t.kind, width: 'minmax(6rem,1.3fr)', isExtra: true, cell: (row) => kindNames[row.kind] },
    {
      name: t.description,
      width: 'minmax(5rem,1.9fr)',
      cell: (row) => {
        const text = [describe(row), row.note, row.author && t.by(row.author)].filter(Boolean).join(' · ')
        return <span title={text}>{text}</span>
      },
    },
    { name: t.about, width: 'minmax(7rem,1.2fr)', isExtra: true, cell: (row) => <About row={row} /> },
    {
      name: t.amount,
      width: 'minmax(4rem,8.25rem)',
      isNumber: true,
      cell: (row) => <span className={row.amount_usd > 0 ? 'text-good' : ''}>{format.exactMoney(row.amount_usd)}</span>,
    },
    {
      name: t.balance,
      width: '7rem',
      isNumber: true,
      isExtra: true,
      cell: (row) => format.money(row.balance_after_usd),
    },
  ]
  return (
    <List
      title={t.title}
      actions={<DownloadButton input={input} />}
      columns={columns}
      rows={rows}
      empty={{ icon: ReceiptText, title: t.empty, text: t.emptyText }}
    />
  )
}

const descriptionTexts = textsOf('usage', 'description')

/** What an entry was for, in the language of the page. */
function useDescription(): (row: Transaction) => string {
  const t = useOwnTexts(descriptionTexts)
  const format = useFormats()
  return ({ kind, minutes, segments }) => {
    if (kind === 'call' && minutes > 0) return t.callOf(format.minutes(Math.round(minutes * 60)))
    if (kind === 'sms-message') return t.smsOf(format.count(t.segments, segments))
    return t[kind]
  }
}

function DownloadButton({ input }: { input: Parameters<typeof client.billing.listTransactions>[0] & object }) {
  const t = useTexts(texts)
  const [isPending, setPending] = useState(false)
  const download = async () => {
    setPending(true)
    try {
      const file = (await client.billing.listTransactions({ ...input, format: 'csv' })) as unknown as Uint8Array
      saveFile(file, `transactions-${input.date_from}-${input.date_to}.csv`, 'text/csv')
    } catch (error) {
      sayError(error as Error)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button icon={Download} size="small" isPending={isPending} onPress={() => void download()}>
      {t.download}
    </Button>
  )
}

const linkClass = 'text-accent hover:underline'

function About({ row }: { row: Transaction }) {
  const t = useTexts(texts)
  if (row.call_id !== null)
    return (
      <Link to="/calls/$id" params={{ id: String(row.call_id) }} className={linkClass}>
        {t.call(row.call_id)}
      </Link>
    )
  if (row.conversation_id !== null)
    return (
      <Link to="/inbox" search={{ conversation: row.conversation_id }} className={linkClass}>
        {t.conversation}
      </Link>
    )
  if (row.campaign_id !== null)
    return (
      <Link to="/campaigns/$id" params={{ id: String(row.campaign_id) }} className={linkClass}>
        {t.campaign(row.campaign_id)}
      </Link>
    )
  return row.automation_id === null ? null : (
    <Link to="/automations/$id" params={{ id: row.automation_id }} className={linkClass}>
      {row.automation_id}
    </Link>
  )
}
