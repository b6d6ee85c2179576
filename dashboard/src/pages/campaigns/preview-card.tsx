// The preview of the start: who would be contacted, who would be skipped and why, and what prevents the start.
import { useRead } from '../../api/query.ts'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textNamed } from '../../i18n/text-named.ts'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { classes } from '../../ui/classes.ts'
import { Card, Loaded, Notice } from '../../ui/page.tsx'
import { Time } from '../../ui/values.tsx'
import { StartOrPause } from './actions.tsx'
import { type CampaignRecord, wordTexts } from './words.ts'

const texts = textsOf('campaigns', 'previewCard')

export function PreviewCard({ campaign, onStarted }: { campaign: CampaignRecord; onStarted(): void }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const format = useFormats()
  const preview = useRead('campaigns', 'preview', { id: campaign.id })
  return (
    <Card title={t.title}>
      <Loaded query={preview}>
        {({ waiting, examined, contacted, skipped, skipped_by_reason: reasons, problems, opens_at }) => {
          // The preview asks for a start now; a later start is in the settings.
          const opensAt = [opens_at, campaign.scheduled_start_at ?? ''].sort().at(-1)!
          const parts = [
            [t.contacted, contacted, 'bg-good'],
            [t.skipped, skipped, 'bg-warn'],
            ...(waiting > examined ? [[t.unexamined, waiting - examined, 'bg-strong-line'] as const] : []),
          ] as const
          return (
            <div className="flex flex-col gap-4">
              {waiting === 0 ? (
                <p className="text-soft">{t.empty}</p>
              ) : (
                <>
                  <div aria-hidden className="flex h-3.5 gap-px overflow-hidden rounded-full bg-sunken">
                    {parts.map(([name, count, color]) => (
                      <span
                        key={name}
                        className={classes('h-full', color)}
                        style={{ width: `${(count / waiting) * 100}%` }}
                      />
                    ))}
                  </div>
                  <p className="flex flex-wrap gap-x-6 gap-y-1">
                    {parts.map(([name, count, color]) => (
                      <span key={name} className="flex items-center gap-2">
                        <span aria-hidden className={classes('size-2.5 rounded-sm', color)} />
                        <span>
                          <strong className="text-lg tabular-nums">{format.number(count)}</strong> {name}
                        </span>
                      </span>
                    ))}
                  </p>
                  {waiting > examined && <p className="text-sm text-soft">{t.limited(format.number(examined))}</p>}
                </>
              )}
              {skipped > 0 && (
                <table className="w-full max-w-md">
                  <caption className="pb-1 text-start text-sm font-medium">{t.reasons}</caption>
                  <thead className="sr-only">
                    <tr>
                      <th scope="col">{t.reason}</th>
                      <th scope="col">{t.leads}</th>
                    </tr>
                  </thead>
                  <tbody>
                    {Object.entries(reasons).map(([reason, count]) => (
                      <tr key={reason} className="border-t">
                        <th scope="row" className="py-1 text-start font-normal">
                          {textNamed(words.outcomes, reason) ?? reason}
                        </th>
                        <td className="py-1 text-end font-medium tabular-nums">{format.number(count)}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )}
              {problems.length > 0 && (
                <Notice look="warn">
                  <p className="font-medium">{t.problems}</p>
                  <ul className="list-disc ps-5">
                    {problems.map((problem) => (
                      <li key={problem}>
                        <ServerText of={problem} />
                      </li>
                    ))}
                  </ul>
                </Notice>
              )}
              <p>
                {t.opens}:{' '}
                <strong>
                  {Date.parse(opensAt) <= Date.now() + 60_000 ? (
                    t.now
                  ) : (
                    <>
                      {t.later} <Time at={opensAt} />
                    </>
                  )}
                </strong>
              </p>
              <p className="text-sm text-soft">{t.waits}</p>
              <div>
                <StartOrPause campaign={campaign} onStarted={onStarted} />
              </div>
            </div>
          )
        }}
      </Loaded>
    </Card>
  )
}
