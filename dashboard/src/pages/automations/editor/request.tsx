// The address of a webhook trigger, and the request that shows what later steps can use.
import { Radio } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAction } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { sayError } from '../../../ui/overlays.tsx'
import { Button, Notice } from '../../../ui/page.tsx'
import { Code } from '../../../ui/values.tsx'
import { sampleOf } from '../flow/sample.ts'
import { JsonView } from '../runs/json-view.tsx'
import { useEditorState } from './context.ts'

const texts = textsOf('automations', 'request')

const isEmpty = (value: unknown): boolean =>
  value == null || (typeof value === 'object' && Object.keys(value).length === 0)

export function Request() {
  const t = useTexts(texts)
  const { editor, newestRun, mayEdit } = useEditorState()
  const { automation } = editor
  const { sample, status, webhook_url } = automation
  // The run that was the newest one when waiting began; null if there was none.
  const [before, setBefore] = useState<string | null>()
  const isWaiting = before !== undefined || (sample === null && !newestRun)
  const keep = useAction('automations', 'update')
  const isWanted = before === undefined ? sample === null && editor.isUnfinished : newestRun?.id !== before
  const { mutate, isPending } = keep
  // A request that could not be kept is not sent again and again.
  const tried = useRef<string>(undefined)
  useEffect(() => {
    if (!isWanted || !newestRun || isPending || !mayEdit || tried.current === newestRun.id) return
    tried.current = newestRun.id
    mutate({ id: automation.id, sample: sampleOf(newestRun.trigger) }, { onError: sayError })
    setBefore(undefined)
  }, [isWanted, isPending, mayEdit, mutate, automation.id, newestRun])
  const { method: _method, query, headers, ...body } = (sample ?? newestRun?.trigger ?? {}) as Record<string, unknown>
  return (
    <div className="flex flex-col gap-4">
      <div>
        <p className="mb-1 text-sm font-medium">{t.url}</p>
        <Code text={webhook_url} label={t.url} />
        <p className="mt-1 text-sm text-soft">{t.urlHelp}</p>
      </div>
      <div role="status" className="contents">
        {isWaiting && (
          <Notice>
            <p className="flex items-center gap-2 font-medium">
              <Radio aria-hidden size={16} className="motion-safe:animate-pulse" />
              {t.waiting}
            </p>
            <p>{status === 'enabled' ? t.waitingText : t.off}</p>
          </Notice>
        )}
      </div>
      {!isWaiting && (
        <section aria-label={t.request} className="flex flex-col gap-2">
          <h3 className="text-sm font-medium">{t.request}</h3>
          <JsonView value={body} label={t.body} of={t.request} />
          {!isEmpty(query) && <JsonView value={query} label={t.query} of={t.request} />}
          {!isEmpty(headers) && <JsonView value={headers} label={t.headers} of={t.request} />}
          {mayEdit && (
            <Button size="small" className="self-start" onPress={() => setBefore(newestRun?.id ?? null)}>
              {t.again}
            </Button>
          )}
        </section>
      )}
    </div>
  )
}
