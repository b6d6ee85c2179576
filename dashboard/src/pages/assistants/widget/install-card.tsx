// The code that adds the widget to a website, and which websites may use it.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n/locale.tsx'
import { Button, Card, LinkButton } from '../../../ui/page.tsx'
import type { AssistantData } from '../editor/editor-context.tsx'
import { texts } from './texts.ts'

export function InstallCard({ assistant: { id, uuid, widget_origins: sites } }: { assistant: AssistantData }) {
  const t = useTexts(texts)
  const [isCopied, setCopied] = useState(false)
  const code = `<script src="${location.origin}/widget.js" data-assistant="${uuid}" async></script>`
  const copy = () =>
    navigator.clipboard.writeText(code).then(
      () => setCopied(true),
      // The browser can refuse it; the code can still be selected.
      () => setCopied(false),
    )
  return (
    <Card title={t.install}>
      <div className="flex flex-col items-start gap-3">
        <p>{t.installText}</p>
        <pre
          tabIndex={0}
          role="region"
          aria-label={t.snippet}
          className="w-full rounded-lg border bg-sunken p-3 font-mono text-[0.8125rem] whitespace-pre-wrap break-all"
        >
          {code}
        </pre>
        {/* Browsers have no clipboard on pages without HTTPS. */}
        {navigator.clipboard && (
          <Button icon={isCopied ? Check : Copy} look="primary" onPress={() => void copy()}>
            {isCopied ? t.copied : t.copy}
          </Button>
        )}
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-soft">
          {sites.length === 0 ? t.allSites : t.sites(sites.join(', '))}
          <LinkButton
            look="quiet"
            size="small"
            to="/assistants/$id"
            params={{ id: String(id) }}
            search={{ section: 'widget' }}
          >
            {t.changeSites}
          </LinkButton>
        </p>
      </div>
    </Card>
  )
}
