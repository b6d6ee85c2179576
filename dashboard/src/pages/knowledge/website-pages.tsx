// The pages of a website as they were read, the failed ones first.
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { Badge } from '../../ui/page.tsx'
import type { DocumentWithPages } from './document-state.tsx'

const texts = textsOf('knowledge', 'websitePages')

const order = ['failed', 'waiting', 'done'] as const
const looks = { failed: 'bad', waiting: 'neutral', done: 'good' } as const

export function WebsitePages({ pages }: { pages: DocumentWithPages['pages'] }) {
  const t = useTexts(texts)
  const format = useFormats()
  const sorted = pages.toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
  return (
    <section>
      <h3 className="mb-1 font-semibold">{format.count(t.pages, pages.length)}</h3>
      <ul className="flex flex-col divide-y rounded-lg border">
        {sorted.map(({ url, title, status, error }) => (
          <li key={url} className="flex items-start gap-3 px-3 py-2">
            <div className="min-w-0 grow">
              {title && <p className="break-words">{title}</p>}
              <p className="text-sm">
                <WebAddress url={url} />
              </p>
              {error && (
                <p className="text-sm text-bad">
                  <ServerText of={error} />
                </p>
              )}
            </div>
            <Badge look={looks[status]}>{t[status]}</Badge>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Only addresses of the web become links. */
export const WebAddress = ({ url }: { url: string }) =>
  /^https?:\/\//.test(url) ? (
    <a href={url} target="_blank" rel="noreferrer" className="break-all text-accent underline">
      {url}
    </a>
  ) : (
    url
  )
