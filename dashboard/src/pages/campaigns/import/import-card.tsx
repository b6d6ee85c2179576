// Imports leads from a CSV file: choosing it, its preview with the columns, the import itself and its result.
import { useEffect, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../../api/client.ts'
import { queryClient } from '../../../api/query.ts'
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Card } from '../../../ui/page.tsx'
import { Notice } from '../../../ui/states.tsx'
import { AddLead } from '../leads/add-lead.tsx'
import type { CampaignRecord } from '../words.ts'
import { FilePreview } from './file-preview.tsx'
import { FileZone } from './file-zone.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult, type Report } from './import-result.tsx'
import type { PreparedFile } from './prepared-file.ts'
import { type FileFault, type Head, readHead } from './read-head.ts'

const texts = textsOf(
  {
    title: 'Leads',
    faults: {
      empty: 'The file is empty.',
      large: 'The file is larger than 1 GB.',
      spreadsheet: 'This is a spreadsheet. Save it as CSV first.',
      binary: 'This is not a text file. Save the list as CSV first.',
    } as Record<FileFault, string>,
    unreadable: 'The file cannot be read. It may have been moved or changed.',
    canceled:
      'The import was canceled. Leads that had been stored are kept; importing the file again adds only the missing ones.',
    lost: 'The connection was lost. Leads that had been stored are kept; importing the file again adds only the missing ones.',
  },
  {
    title: 'Leads',
    faults: {
      empty: 'Die Datei ist leer.',
      large: 'Die Datei ist größer als 1 GB.',
      spreadsheet: 'Das ist eine Tabellenkalkulation. Speichern Sie sie zuerst als CSV.',
      binary: 'Das ist keine Textdatei. Speichern Sie die Liste zuerst als CSV.',
    },
    unreadable: 'Die Datei ist nicht lesbar. Vielleicht wurde sie verschoben oder geändert.',
    canceled:
      'Der Import wurde abgebrochen. Bereits gespeicherte Leads bleiben erhalten; ein erneuter Import ergänzt nur die fehlenden.',
    lost: 'Die Verbindung ist abgebrochen. Bereits gespeicherte Leads bleiben erhalten; ein erneuter Import ergänzt nur die fehlenden.',
  },
)

type Step =
  | { name: 'choose'; problem?: string }
  | { name: 'preview'; head: Head; error?: Error | undefined }
  | { name: 'importing'; head: Head; rowCount: number; abort: AbortController }
  | { name: 'result'; report: Report; fileName: string }

export function ImportCard({ campaign, mayImport }: { campaign: CampaignRecord; mayImport: boolean }) {
  const t = useTexts(texts)
  const [step, setStep] = useState<Step>({ name: 'choose' })
  useLeaveWarning(step.name === 'importing')

  const choose = async (file: File) => {
    try {
      const head = await readHead(file)
      setStep(typeof head === 'string' ? { name: 'choose', problem: t.faults[head] } : { name: 'preview', head })
    } catch {
      setStep({ name: 'choose', problem: t.unreadable })
    }
  }

  const start = async (head: Head, { file, query, lineShift }: PreparedFile, rowCount: number, duplicates: boolean) => {
    const abort = new AbortController()
    setStep({ name: 'importing', head, rowCount, abort })
    try {
      const { data } = await client.leads.import(
        { id: campaign.id, file, ...query, allow_duplicates: duplicates },
        { signal: abort.signal },
      )
      const errors = data.errors.map((error) => ({ ...error, line: error.line + lineShift }))
      setStep({ name: 'result', report: { ...data, errors }, fileName: file.name })
    } catch (error) {
      const shown =
        error instanceof ParleyError ? error : new Error(abort.signal.aborted ? t.canceled : t.lost, { cause: error })
      setStep({ name: 'preview', head, error: shown })
    }
    for (const area of ['leads', 'campaigns']) void queryClient.invalidateQueries({ queryKey: [area] })
  }

  const reset = () => setStep({ name: 'choose' })
  return (
    <Card title={t.title} actions={<AddLead campaign={campaign} />}>
      {step.name === 'choose' && mayImport && (
        <div className="flex flex-col gap-3">
          {step.problem !== undefined && <Notice look="bad">{step.problem}</Notice>}
          <FileZone onFile={(file) => void choose(file)} />
        </div>
      )}
      {step.name === 'preview' && (
        <FilePreview
          key={step.head.file.name + step.head.file.lastModified}
          campaign={campaign}
          head={step.head}
          error={step.error ?? null}
          onImport={(prepared, rowCount, duplicates) => void start(step.head, prepared, rowCount, duplicates)}
          onCancel={reset}
        />
      )}
      {step.name === 'importing' && (
        <ImportProgress
          campaignId={campaign.id}
          fileName={step.head.file.name}
          rowCount={step.rowCount}
          onCancel={() => step.abort.abort()}
        />
      )}
      {step.name === 'result' && <ImportResult report={step.report} fileName={step.fileName} onDone={reset} />}
    </Card>
  )
}

/** The browser asks before the page is closed. */
function useLeaveWarning(isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isActive])
}
