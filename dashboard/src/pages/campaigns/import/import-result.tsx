// The result of an import: how many rows were imported, known already or refused, why, and what was not used.
import { csvLine } from '@parley/rules'
import { Download } from 'lucide-react'
import { type ReplyFrom, rowsOf } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useMessages } from '../../../messages/use-messages.ts'
import { classes } from '../../../ui/classes.ts'
import { saveFile } from '../../../ui/download.ts'
import { Button, Notice } from '../../../ui/page.tsx'
import { type Column, Table } from '../../../ui/table.tsx'

const texts = textsOf('campaigns', 'importResult')

export type Report = ReplyFrom<'leads', 'import'>['data']
type Problem = Report['errors'][number]

export function ImportResult({ report, fileName, onDone }: { report: Report; fileName: string; onDone(): void }) {
  const t = useTexts(texts)
  const { messageOf } = useMessages()
  const format = useFormats()
  const parts = [
    [t.imported, report.imported, 'bg-good'],
    [t.duplicates, report.duplicates, 'bg-warn'],
    [t.refused, report.refused, 'bg-bad'],
  ] as const
  const columns: Column<Problem>[] = [
    { name: t.line, width: '5rem', cell: ({ line }) => format.number(line) },
    { name: t.number, width: 'minmax(6rem,1fr)', cell: ({ phone_number }) => phone_number },
    {
      name: t.reason,
      width: 'minmax(9rem,3fr)',
      cell: ({ error, refused }) => (
        <span title={messageOf(error)}>{refused ? messageOf(error) : t.notUsed(messageOf(error))}</span>
      ),
    },
  ]
  const download = () =>
    saveFile(
      [
        csvLine(['line', 'phone_number', 'refused', 'error']),
        ...report.errors.map(({ line, phone_number, refused, error }) =>
          csvLine([line, phone_number, String(refused), error]),
        ),
      ].join(''),
      'problems.csv',
      'text/csv',
    )
  return (
    <div className="flex flex-col gap-4">
      <p className="break-words font-medium">{t.title(fileName)}</p>
      <div aria-hidden className="flex h-3.5 gap-px overflow-hidden rounded-full bg-sunken">
        {parts.map(([name, count, color]) => (
          <span
            key={name}
            className={classes('h-full', color)}
            style={{ width: `${(count / Math.max(1, report.lines)) * 100}%` }}
          />
        ))}
      </div>
      <p role="status" className="flex flex-wrap gap-x-5 gap-y-1">
        {parts.map(([name, count, color]) => (
          <span key={name} className="flex items-center gap-2">
            <span aria-hidden className={classes('size-2.5 rounded-sm', color)} />
            <span>
              <strong className="tabular-nums">{format.number(count)}</strong> {name}
            </span>
          </span>
        ))}
      </p>
      {report.imported === 0 && (
        <Notice look="bad">{report.lines === 0 ? t.noRows : report.refused === 0 ? t.nothingNew : t.nothing}</Notice>
      )}
      {report.errors.length > 0 && (
        <div className="overflow-hidden rounded-lg border">
          <Table label={t.errors} columns={columns} rows={rowsOf(report.errors)} empty={null} className="max-h-72" />
        </div>
      )}
      {report.more_errors > 0 && <p className="text-soft">{t.more(format.number(report.more_errors))}</p>}
      <div className="flex flex-wrap gap-2">
        <Button onPress={onDone}>{t.done}</Button>
        {report.errors.length > 0 && (
          <Button icon={Download} look="quiet" onPress={download}>
            {t.download}
          </Button>
        )}
      </div>
    </div>
  )
}
