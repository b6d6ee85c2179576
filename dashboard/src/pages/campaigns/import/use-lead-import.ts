// Keeps the state of an import while other tabs of the campaign are shown, and says how it ended if its page was left.
import { otherKindMessage } from '@parley/rules'
import { useEffect, useRef, useState } from 'react'
import { ParleyError } from '#sdk/index.ts'
import { client } from '../../../api/client.ts'
import { queryClient } from '../../../api/query.ts'
import { useFormats, useTexts } from '../../../i18n/locale.tsx'
import { textsOf } from '../../../i18n/texts.ts'
import { useLeaveWarning } from '../../../ui/leaving.ts'
import { say, sayError } from '../../../ui/overlays.tsx'
import type { Report } from './import-result.tsx'
import type { PreparedFile } from './prepared-file.ts'
import { type Head, readHead } from './read-head.ts'

const texts = textsOf('campaigns', 'useLeadImport')

type Step =
  | { name: 'choose'; problem?: string }
  | { name: 'preview'; head: Head; error?: Error | undefined }
  | { name: 'importing'; head: Head; rowCount: number; leadsBefore: number; abort: AbortController }
  | { name: 'result'; report: Report; fileName: string }

export interface LeadImport {
  step: Step
  choose(file: File): Promise<void>
  start(head: Head, prepared: PreparedFile, options: { rowCount: number; allowsDuplicates: boolean }): Promise<void>
  reset(): void
}

export function useLeadImport({ id, leads }: { id: number; leads: Record<string, number> }): LeadImport {
  const t = useTexts(texts)
  const format = useFormats()
  const [step, setStep] = useState<Step>({ name: 'choose' })
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  useLeaveWarning(() => step.name === 'importing')
  return {
    step,
    reset: () => setStep({ name: 'choose' }),
    async choose(file) {
      try {
        const head = await readHead(file)
        if (typeof head === 'string') setStep({ name: 'choose', problem: t.faults[head] })
        else if ('kind' in head) setStep({ name: 'choose', problem: otherKindMessage(head.kind) })
        else setStep({ name: 'preview', head })
      } catch {
        setStep({ name: 'choose', problem: t.unreadable })
      }
    },
    async start(head, { file, query, lineShift }, { rowCount, allowsDuplicates }) {
      const abort = new AbortController()
      setStep({ name: 'importing', head, rowCount, leadsBefore: leads['total'] ?? 0, abort })
      try {
        const input = { id, file, ...query, allow_duplicates: allowsDuplicates }
        const { data } = await client.leads.import(input, { signal: abort.signal })
        const errors = data.errors.map((error) => ({ ...error, line: error.line + lineShift }))
        setStep({ name: 'result', report: { ...data, errors }, fileName: file.name })
        if (!isShown.current) say(t.done(file.name, format.number(data.imported), format.number(data.refused)))
      } catch (error) {
        const shown =
          error instanceof ParleyError ? error : new Error(abort.signal.aborted ? t.canceled : t.lost, { cause: error })
        setStep({ name: 'preview', head, error: shown })
        if (!isShown.current) sayError(shown)
      }
      for (const area of ['leads', 'campaigns']) void queryClient.invalidateQueries({ queryKey: [area] })
    },
  }
}
