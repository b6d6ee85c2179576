// Downloads the leads of a campaign with their outcomes as a CSV file, which is built from the pages of the API.
import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { client } from '../../../api/client.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { saveFile } from '../../../ui/download.ts'
import { say, sayError } from '../../../ui/overlays.tsx'
import { Button } from '../../../ui/page.tsx'
import type { CampaignRecord } from '../words.ts'
import { leadLines, maxExportedLeads, readLeads } from './lead-file.ts'

const texts = textsOf('campaigns', 'exportLeads')

export function ExportLeads({ campaign: { id, leads } }: { campaign: CampaignRecord }) {
  const t = useTexts(texts)
  const format = useFormats()
  const [progress, setProgress] = useState<readonly [read: number, total: number]>()
  const abort = useRef<AbortController>(undefined)
  const total = leads['total'] ?? 0
  if (total === 0) return null
  const download = async () => {
    abort.current = new AbortController()
    const { signal } = abort.current
    setProgress([0, Math.min(total, maxExportedLeads)])
    try {
      const rows = await readLeads(
        (page) => client.leads.list({ campaign_id: id, ...page }, { signal }),
        (read, wanted) => setProgress([read, wanted]),
      )
      saveFile([...leadLines(rows)].join(''), `campaign-${id}-leads.csv`, 'text/csv')
      if (total > maxExportedLeads) say(t.bounded(format.number(maxExportedLeads)))
    } catch (error) {
      if (!signal.aborted) sayError(error as Error)
    } finally {
      setProgress(undefined)
    }
  }
  if (progress)
    return (
      <span className="flex items-center gap-2 text-sm">
        <span role="status">{t.reading(format.number(progress[0]), format.number(progress[1]))}</span>
        <Button size="small" onPress={() => abort.current?.abort()}>
          {t.cancel}
        </Button>
      </span>
    )
  return (
    <Button icon={Download} size="small" onPress={() => void download()}>
      {t.download}
    </Button>
  )
}
