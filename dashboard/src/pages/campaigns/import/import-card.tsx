// Imports leads from a CSV file: choosing it, its preview with the columns, the import itself and its result.
import { textsOf, useTexts } from '../../../i18n/locale.tsx'
import { Card } from '../../../ui/page.tsx'
import { Notice } from '../../../ui/states.tsx'
import { AddLead } from '../leads/add-lead.tsx'
import type { CampaignRecord } from '../words.ts'
import { FilePreview } from './file-preview.tsx'
import { FileZone } from './file-zone.tsx'
import { ImportProgress } from './import-progress.tsx'
import { ImportResult } from './import-result.tsx'
import type { LeadImport } from './use-lead-import.ts'

const texts = textsOf({ title: 'Leads' }, { title: 'Leads' })

export function ImportCard({ campaign, leadImport }: { campaign: CampaignRecord; leadImport: LeadImport }) {
  const t = useTexts(texts)
  const { step, choose, start, reset } = leadImport
  return (
    <Card title={t.title} actions={<AddLead campaign={campaign} />}>
      {step.name === 'choose' && (
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
