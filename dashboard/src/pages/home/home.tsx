// The home page: what happens now, what happened today, an assistant to try, and the next steps.

import { lazy, Suspense, useRef } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
import { FirstMinute } from './first-minute.tsx'
import { LiveCalls } from './live-calls.tsx'
import { NextSteps } from './next-steps.tsx'
import { texts } from './texts.ts'
import { Today } from './today.tsx'
import { Waiting } from './waiting.tsx'

/** Audio and fields are loaded when the rest of the page is shown. */
const TryAssistant = lazy(async () => ({ default: (await import('./try-assistant.tsx')).TryAssistant }))

export function Home() {
  const t = useTexts(texts)
  const may = useMay()
  const tryAssistant = useRef<HTMLDivElement>(null)
  const showTry = () => {
    tryAssistant.current?.focus({ preventScroll: true })
    tryAssistant.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Page title={t.title}>
      {may('calls', 'make') && may('calls', 'makeWebCall') && <FirstMinute onTry={showTry} />}
      {may('billing', 'getUsage') && <Today />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          {may('calls', 'list') && <LiveCalls />}
          <Waiting />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {may('calls', 'makeWebCall') && (
            <div ref={tryAssistant} tabIndex={-1} className="outline-none">
              <Suspense fallback={<Loading className="h-80" />}>
                <TryAssistant />
              </Suspense>
            </div>
          )}
          <NextSteps />
        </div>
      </div>
    </Page>
  )
}
