// Imports leads from a CSV file: choosing it, its preview with the columns, the import itself and its result.
import { Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import { DropZone, type DropZoneProps, FileTrigger, ProgressBar, Text } from 'react-aria-components'
import { useRead } from '../../../api/query.ts'
import { useFormats, useLocale, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { ServerText } from '../../../messages/server-text.tsx'
import { saveFile } from '../../../ui/download.ts'
import { dropZone, useDropsBeside } from '../../../ui/leaving.ts'
import { Button, Card, Notice } from '../../../ui/page.tsx'
import { AddLead } from '../leads/add-lead.tsx'
import { useExpectedVariables } from '../use-expected.ts'
import type { CampaignRecord } from '../words.ts'
import { FilePreview } from './file-preview.tsx'
import { ImportResult } from './import-result.tsx'
import { sampleFile } from './sample-file.ts'
import type { LeadImport } from './use-lead-import.ts'

const texts = textsOf('campaigns', 'importCard')

export function ImportCard({ campaign, leadImport }: { campaign: CampaignRecord; leadImport: LeadImport }) {
  const t = useTexts(texts)
  const { step, choose, start, reset } = leadImport
  return (
    <Card title={t.title} actions={<AddLead campaign={campaign} />}>
      {step.name === 'choose' && (
        <div className="flex flex-col gap-3">
          {step.problem !== undefined && (
            <Notice look="bad">
              <ServerText of={step.problem} />
            </Notice>
          )}
          <FileZone campaign={campaign} onFile={(file) => void choose(file)} />
        </div>
      )}
      {step.name === 'preview' && (
        <FilePreview
          key={step.head.file.name + step.head.file.lastModified}
          campaign={campaign}
          head={step.head}
          error={step.error ?? null}
          onImport={(prepared, options) => void start(step.head, prepared, options)}
          onCancel={reset}
        />
      )}
      {step.name === 'importing' && (
        <ImportProgress
          campaignId={campaign.id}
          fileName={step.head.file.name}
          rowCount={step.rowCount}
          leadsBefore={step.leadsBefore}
          onCancel={() => step.abort.abort()}
        />
      )}
      {step.name === 'result' && <ImportResult report={step.report} fileName={step.fileName} onDone={reset} />}
    </Card>
  )
}

const importProgressTexts = textsOf('campaigns', 'importProgress')

/** The import emits no event, so the campaign is read each second. */
const refetchMs = 1_000

/** Shows how many leads an import has stored so far. Leads appear in the campaign while the file arrives. */
function ImportProgress({
  campaignId,
  fileName,
  rowCount,
  leadsBefore,
  onCancel,
}: {
  campaignId: number
  fileName: string
  rowCount: number
  leadsBefore: number
  onCancel(): void
}) {
  const t = useTexts(importProgressTexts)
  const format = useFormats()
  const campaign = useRead('campaigns', 'get', { id: campaignId }, { refetchMs })
  const total = campaign.data?.leads['total'] ?? 0
  const stored = Math.max(0, total - leadsBefore)
  const percent = rowCount === 0 ? 0 : Math.min(100, (stored / rowCount) * 100)
  return (
    <div className="flex flex-col gap-3">
      <ProgressBar aria-label={t.label(fileName)} value={percent} isIndeterminate={stored === 0}>
        <p className="break-words font-medium">{t.label(fileName)}</p>
        <div className="mt-2 h-3 overflow-hidden rounded-full border border-strong-line/60 bg-sunken">
          <div className="h-full bg-accent motion-safe:animate-pulse" style={{ width: `${Math.max(3, percent)}%` }} />
        </div>
      </ProgressBar>
      <p role="status">{t.stored(format.number(stored), format.number(rowCount))}</p>
      <p className="text-sm text-soft">{t.note}</p>
      <div>
        <Button onPress={onCancel}>{t.cancel}</Button>
      </div>
    </div>
  )
}

const fileZoneTexts = textsOf('campaigns', 'fileZone')

/** A zone onto which a CSV file is dropped, or with which one is chosen. Files dropped beside it do not leave the page. */
function FileZone({ campaign, onFile }: { campaign: CampaignRecord; onFile(file: File): void }) {
  const t = useTexts(fileZoneTexts)
  const { locale } = useLocale()
  const expected = useExpectedVariables(campaign)
  const [problem, setProblem] = useState<string>()
  useDropsBeside(() => setProblem(t.beside))
  const drop: NonNullable<DropZoneProps['onDrop']> = async ({ items }) => {
    const files = items.filter((item) => item.kind === 'file')
    if (files.length === 0) setProblem(t.noFile)
    else if (files.length > 1) setProblem(t.several)
    else {
      setProblem(undefined)
      onFile(await files[0]!.getFile())
    }
  }
  return (
    <>
      {problem !== undefined && <Notice look="warn">{problem}</Notice>}
      <DropZone
        {...dropZone}
        onDrop={(event) => void drop(event)}
        className="flex flex-col items-center gap-2 rounded-xl border-2 border-dashed border-strong-line bg-sunken/50 px-4 py-8 text-center data-[drop-target]:border-accent data-[drop-target]:bg-accent-soft data-[focus-visible]:outline-2 outline-accent"
      >
        <FileUp aria-hidden className="text-soft" />
        <Text slot="label" className="font-medium">
          {t.label}
        </Text>
        <p className="max-w-prose text-sm text-soft">{t.text}</p>
        <FileTrigger
          acceptedFileTypes={['.csv', '.tsv', '.txt', 'text/csv', 'text/plain']}
          onSelect={(files) => files?.[0] && onFile(files[0])}
        >
          <Button>{t.choose}</Button>
        </FileTrigger>
      </DropZone>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          icon={Download}
          look="quiet"
          size="small"
          onPress={() => saveFile(sampleFile(expected, { locale, example: t.example }), t.sampleName, 'text/csv')}
        >
          {t.sample}
        </Button>
        <p className="text-sm text-soft">{t.sampleHelp}</p>
      </div>
    </>
  )
}
