// Asks before a campaign is started: who is contacted, when, for how long, and what it costs at most.
import { type ReactNode, useContext, useRef } from 'react'
import { type Action, type ReplyFrom, useRead } from '../../api/query.ts'
import { TimeZoneContext, useFormats, useLocale, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { ServerText } from '../../messages/server-text.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Loaded, Notice } from '../../ui/page.tsx'
import { Facts } from '../../ui/values.tsx'
import { useHoursText } from './settings/hours-text.ts'
import { type CampaignRecord, wordTexts } from './words.ts'

const texts = textsOf('campaigns', 'startDialog')

type Preview = ReplyFrom<'campaigns', 'preview'>

export interface StartDialogProps {
  campaign: CampaignRecord
  /** The label of the button that starts the campaign. */
  action: string
  start: Action<'campaigns', 'updateStatus'>
  isOpen: boolean
  onClose(): void
}

export function StartDialog({ campaign, isOpen, onClose, ...props }: StartDialogProps) {
  const t = useTexts(texts)
  return (
    <Dialog title={t.title(campaign.name)} isOpen={isOpen} onClose={onClose}>
      <Question campaign={campaign} onClose={onClose} {...props} />
    </Dialog>
  )
}

function Question({ campaign, action, start, onClose }: Omit<StartDialogProps, 'isOpen'>) {
  const preview = useRead('campaigns', 'preview', { id: campaign.id })
  // The second click of a double click comes before the page knows that the first one is pending.
  const isSent = useRef(false)
  const submit = () => {
    if (isSent.current) return
    isSent.current = true
    const onError = () => {
      isSent.current = false
    }
    start.mutate({ campaign_id: campaign.id, action: 'start' }, { onSuccess: onClose, onError })
  }
  const canStart = preview.data !== undefined && preview.data.problems.length === 0
  return (
    <Form onSubmit={submit} action={start}>
      <Loaded query={preview}>{(data) => <Plan campaign={campaign} preview={data} />}</Loaded>
      <FormButtons submit={action} onCancel={onClose} isDisabled={!canStart} />
    </Form>
  )
}

const Detail = ({ children }: { children: ReactNode }) => <span className="block text-sm text-soft">{children}</span>

/** What is about to happen. */
function Plan({ campaign, preview }: { campaign: CampaignRecord; preview: Preview }) {
  const t = useTexts(texts)
  const words = useTexts(wordTexts)
  const format = useFormats()
  const timeText = useTimeText()
  const hoursText = useHoursText()
  const timeZone = useContext(TimeZoneContext)
  const { channel, max_calls_in_parallel: parallel } = campaign
  const { waiting, examined, skipped, first_contact: first, expected, highest_cost_usd: cost, problems } = preview
  const finished = Object.entries(preview.finished_by_status).filter(([, count]) => count > 0)
  const isCovered = cost === null || cost <= preview.balance_usd
  const calls = format.count(t.forCalls, preview.most_calls)
  const messages = format.count(t.forMessages, preview.most_messages)
  const attempts = [preview.most_calls > 0 && calls, preview.most_messages > 0 && messages].filter(Boolean).join(', ')
  const spanText = (seconds: number): string =>
    seconds <= 120 ? format.seconds(seconds) : format.hours(Math.ceil(seconds / 60) * 60)
  const listOf = (counts: readonly (readonly [string, number])[], names: Record<string, string>): string =>
    counts.map(([name, count]) => `${format.number(count)} × ${names[name] ?? name}`).join(', ')
  const startText = first && (isNow(first.at) ? t.immediately : timeText(first.at, first.timezone))
  return (
    <>
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
      <Facts
        facts={[
          [
            t.people,
            <>
              <strong>{format.count(t.contacted[channel], waiting - skipped)}</strong>
              {skipped > 0 && (
                <Detail>
                  {t.skipped(format.number(skipped), listOf(Object.entries(preview.skipped_by_reason), words.outcomes))}
                </Detail>
              )}
              {finished.length > 0 && (
                <Detail>
                  {t.finished(
                    format.number(finished.reduce((sum, [, count]) => sum + count, 0)),
                    listOf(finished, words.leadStatuses),
                  )}
                </Detail>
              )}
              {waiting > examined && <Detail>{t.limited(format.number(examined))}</Detail>}
            </>,
          ],
          [
            t.hours,
            <>
              {hoursText(campaign)}
              {channel !== 'chatapp' && <Detail>{t.laws}</Detail>}
            </>,
          ],
          first && [
            t.first[channel],
            isNow(first.at) ? startText : (first.of_lead ? t.ofLead : t.ofCampaign)(startText!, first.timezone),
          ],
          expected && [
            t.duration,
            <>
              {channel === 'call'
                ? t.calling(spanText(expected.duration_seconds), Math.min(parallel, waiting - skipped))
                : t.sending(spanText(expected.duration_seconds))}
              {expected.end_at && <Detail>{t.until(timeText(expected.end_at, timeZone), timeZone)}</Detail>}
              {expected.call_seconds !== null && (
                <Detail>{(expected.measured ? t.measured : t.assumed)(spanText(expected.call_seconds))}</Detail>
              )}
            </>,
          ],
          cost !== null && [
            t.cost,
            <>
              <strong>{t.most(format.money(cost))}</strong>
              {waiting > examined && <Detail>{t.costLimited(format.number(examined))}</Detail>}
              <Detail>{preview.most_calls > 0 ? t.each(attempts) : t.eachMessage(attempts)}</Detail>
            </>,
          ],
          [t.balance, format.money(preview.balance_usd)],
        ]}
      />
      {!isCovered && <Notice look="warn">{t.uncovered}</Notice>}
      {preview.spend_limits.map(({ period, limit_usd, spent_usd }) => (
        <Notice key={period} look="warn">
          {t.limits[period](format.money(limit_usd), format.money(spent_usd))}
        </Notice>
      ))}
    </>
  )
}

const isNow = (at: string): boolean => Date.parse(at) <= Date.now() + 60_000

/** Such as “Monday 30 November, 09:00”, as clocks in the time zone show it. */
function useTimeText(): (at: string, timeZone: string) => string {
  const { locale } = useLocale()
  return (at, timeZone) =>
    new Intl.DateTimeFormat(locale, {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    }).format(new Date(at))
}
