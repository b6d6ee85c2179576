// The home page: what happens now, what happened today, an assistant to try, and the next steps.

import { lazy, Suspense } from 'react'
import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading } from '../../ui/states.tsx'
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
  return (
    <Page title={t.title}>
      {may('billing', 'getUsage') && <Today />}
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-5">
          {may('calls', 'list') && <LiveCalls />}
          <Waiting />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          {may('calls', 'makeWebCall') && (
            <Suspense fallback={<Loading />}>
              <TryAssistant />
            </Suspense>
          )}
          <NextSteps />
        </div>
      </div>
    </Page>
  )
}
