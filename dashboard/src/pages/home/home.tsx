// The home page: what happens now, what happened today, an assistant to try, and the next steps.

import { useTexts } from '../../i18n/locale.tsx'
import { useMay } from '../../session/session.tsx'
import { Page } from '../../ui/page.tsx'
import { LiveCalls } from './live-calls.tsx'
import { NextSteps } from './next-steps.tsx'
import { texts } from './texts.ts'
import { Today } from './today.tsx'
import { TryAssistant } from './try-assistant.tsx'
import { Waiting } from './waiting.tsx'

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
          {may('calls', 'makeWebCall') && <TryAssistant />}
          <NextSteps />
        </div>
      </div>
    </Page>
  )
}
