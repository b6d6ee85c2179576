// What opens at the side of each page: the list of pages on narrow windows, and the requests of the page.
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { curlOf, useRequests } from '../api/requests.ts'
import { useFormats, useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { Dialog } from '../ui/overlays.tsx'
import { Badge } from '../ui/page.tsx'
import { Code } from '../ui/values.tsx'
import { Destinations } from './destinations.tsx'

const texts = textsOf('app', 'drawers')

export function Drawers({ open, onClose }: { open: 'pages' | 'requests'; onClose(): void }) {
  const t = useTexts(texts)
  return (
    <>
      <Dialog title="Parley" look="drawer" isOpen={open === 'pages'} onClose={onClose}>
        <nav aria-label={t.pages}>
          <Destinations />
        </nav>
      </Dialog>
      <Dialog title={t.requests} look="drawer" isOpen={open === 'requests'} onClose={onClose}>
        <Requests />
      </Dialog>
    </>
  )
}

const requestsTexts = textsOf('app', 'requests')

const lookOf = (status: number | undefined) =>
  status === undefined ? 'neutral' : status < 400 ? 'good' : status < 500 ? 'warn' : 'bad'

/** Shows the requests behind the page, each as a command that repeats it. */
function Requests() {
  const t = useTexts(requestsTexts)
  const format = useFormats()
  return (
    <>
      <p className="mb-3 text-soft">
        {t.text}{' '}
        <a href="/docs" target="_blank" rel="noreferrer" className="text-accent underline">
          {t.reference}
        </a>
      </p>
      <ul className="flex flex-col divide-y">
        {useRequests().map((request) => (
          <li key={request.id}>
            <Disclosure>
              <Heading level={3}>
                <AriaButton
                  slot="trigger"
                  className="flex w-full cursor-pointer items-center gap-2 py-2 text-start text-sm"
                >
                  <span className="w-14 shrink-0 font-mono text-xs">{request.method}</span>
                  <span className="min-w-0 grow truncate font-mono text-xs">{request.path}</span>
                  {request.durationMs !== undefined && (
                    <span className="text-xs whitespace-nowrap text-soft tabular-nums">
                      {format.milliseconds(request.durationMs)}
                    </span>
                  )}
                  <Badge look={lookOf(request.status)}>
                    {request.status ?? (request.durationMs === undefined ? '…' : t.none)}
                  </Badge>
                </AriaButton>
              </Heading>
              <DisclosurePanel className="pb-3">
                <Code text={curlOf(request)} label={t.command} />
              </DisclosurePanel>
            </Disclosure>
          </li>
        ))}
      </ul>
    </>
  )
}
