// The widget of an assistant: the code for a website, how it looks with a preview, and whether it works on a page.
import { useState } from 'react'
import { useAction, useRead } from '../../../api/query.ts'
import { useTexts } from '../../../i18n/locale.tsx'
import { useMay } from '../../../session/session.tsx'
import { say, sayError } from '../../../ui/overlays.tsx'
import { Button, Loaded, Notice } from '../../../ui/page.tsx'
import type { AssistantData } from '../editor/editor-context.tsx'
import { AppearanceForm } from './appearance-form.tsx'
import { CheckCard } from './check-card.tsx'
import { InstallCard } from './install-card.tsx'
import { Preview } from './preview.tsx'
import { texts } from './texts.ts'
import type { WidgetData } from './widget-data.ts'

export function WidgetPage({ assistant }: { assistant: AssistantData }) {
  const query = useRead('widgets', 'get', { id: assistant.id })
  return <Loaded query={query}>{({ data }) => <Parts key={assistant.id} assistant={assistant} saved={data} />}</Loaded>
}

function Parts({ assistant, saved }: { assistant: AssistantData; saved: WidgetData }) {
  const may = useMay()
  const mayChange = may('widgets', 'update')
  const [shown, setShown] = useState(saved)
  return (
    <div className="@container">
      <div className="grid items-start gap-5 @3xl:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {!assistant.widget_enabled && <SwitchedOff id={assistant.id} />}
          <InstallCard assistant={assistant} />
          {mayChange && <AppearanceForm id={assistant.id} saved={saved} onChange={setShown} />}
          {mayChange && <CheckCard id={assistant.id} />}
        </div>
        <Preview assistant={assistant} widget={{ ...shown, picture_url: saved.picture_url }} />
      </div>
    </div>
  )
}

function SwitchedOff({ id }: { id: number }) {
  const t = useTexts(texts)
  const may = useMay()
  const update = useAction('assistants', 'update', { onDone: () => say(t.switchedOn) })
  return (
    <Notice look="warn">
      <p>{t.off}</p>
      {may('assistants', 'update') && (
        <Button
          size="small"
          className="mt-2"
          isPending={update.isPending}
          onPress={() => update.mutate({ id, widget_enabled: true }, { onError: sayError })}
        >
          {t.switchOn}
        </Button>
      )}
    </Notice>
  )
}
