// Asks before a campaign is started: who is contacted, when, for how long, and what it costs at most.
import { type ReactNode, useRef } from 'react'
import { type Action, type ReplyFrom, useRead } from '../../api/query.ts'
import { textsOf, useFormats, useLocale, useTexts } from '../../i18n/locale.tsx'
import { ServerText } from '../../messages/server-text.tsx'
import { Form, FormButtons } from '../../ui/form.tsx'
import { Dialog } from '../../ui/overlays.tsx'
import { Loaded, Notice } from '../../ui/page.tsx'
import { Facts } from '../../ui/values.tsx'
import { useHoursText } from './settings/hours-text.ts'
import { type CampaignRecord, wordTexts } from './words.ts'

const texts = textsOf(
  {
    title: (name: string) => `Start “${name}”?`,
    people: 'Leads',
    contacted: {
      call: { one: 'lead is called', other: 'leads are called' },
      chatapp: { one: 'lead gets a message', other: 'leads get a message' },
      sms: { one: 'lead gets an SMS', other: 'leads get an SMS' },
    },
    skipped: (count: string, reasons: string) => `${count} left out: ${reasons}`,
    finished: (count: string, statuses: string) => `${count} already finished: ${statuses}`,
    limited: (count: string) => `The first ${count} leads were examined.`,
    hours: 'Hours',
    laws: 'Where the law allows fewer hours, those apply.',
    first: { call: 'First call', chatapp: 'First message', sms: 'First message' },
    immediately: 'At once',
    ofLead: (time: string, zone: string) => `${time}, in the time zone of the lead (${zone})`,
    ofCampaign: (time: string, zone: string) => `${time} (${zone})`,
    duration: 'Duration',
    calling: (duration: string, count: number) =>
      count === 1
        ? `About ${duration} for one call to each lead`
        : `About ${duration} for one call to each lead, with ${count} calls at the same time`,
    sending: (duration: string) => `About ${duration}`,
    until: (time: string) => `The last one is expected ${time}.`,
    measured: (duration: string) => `Your latest calls took ${duration} on average. Further attempts come on top.`,
    assumed: (duration: string) => `This assumes ${duration} for each call. Further attempts come on top.`,
    cost: 'Highest cost',
    most: (money: string) => `At most ${money}`,
    forCalls: { one: 'call', other: 'calls' },
    forMessages: { one: 'message', other: 'messages' },
    each: (count: string) =>
      `If all ${count} that the settings allow are made and each has the longest duration. Transfers to another number cost extra.`,
    eachMessage: (count: string) => `For ${count}, with all attempts.`,
    uncovered:
      'The balance does not cover the highest cost. When it is used up, the campaign pauses until you top up and continue.',
    limits: {
      hour: (limit: string, spent: string) =>
        `Calls of the account may cost ${limit} per hour (${spent} used). When this is reached, the campaign waits.`,
      day: (limit: string, spent: string) =>
        `Calls of the account may cost ${limit} in 24 hours (${spent} used). When this is reached, the campaign waits.`,
    },
    problems: 'This prevents the start:',
  },
  {
    title: (name: string) => `„${name}“ starten?`,
    people: 'Leads',
    contacted: {
      call: { one: 'Lead wird angerufen', other: 'Leads werden angerufen' },
      chatapp: { one: 'Lead erhält eine Nachricht', other: 'Leads erhalten eine Nachricht' },
      sms: { one: 'Lead erhält eine SMS', other: 'Leads erhalten eine SMS' },
    },
    skipped: (count: string, reasons: string) => `${count} ausgelassen: ${reasons}`,
    finished: (count: string, statuses: string) => `${count} bereits erledigt: ${statuses}`,
    limited: (count: string) => `Geprüft wurden die ersten ${count} Leads.`,
    hours: 'Zeiten',
    laws: 'Wo das Gesetz weniger Zeiten erlaubt, gelten diese.',
    first: { call: 'Erster Anruf', chatapp: 'Erste Nachricht', sms: 'Erste Nachricht' },
    immediately: 'Sofort',
    ofLead: (time: string, zone: string) => `${time}, in der Zeitzone des Leads (${zone})`,
    ofCampaign: (time: string, zone: string) => `${time} (${zone})`,
    duration: 'Dauer',
    calling: (duration: string, count: number) =>
      count === 1
        ? `Etwa ${duration} für einen Anruf bei jedem Lead`
        : `Etwa ${duration} für einen Anruf bei jedem Lead, mit ${count} gleichzeitigen Anrufen`,
    sending: (duration: string) => `Etwa ${duration}`,
    until: (time: string) => `Der letzte ist zu erwarten: ${time}.`,
    measured: (duration: string) =>
      `Ihre letzten Anrufe dauerten im Durchschnitt ${duration}. Weitere Versuche kommen hinzu.`,
    assumed: (duration: string) => `Angenommen sind ${duration} je Anruf. Weitere Versuche kommen hinzu.`,
    cost: 'Höchste Kosten',
    most: (money: string) => `Höchstens ${money}`,
    forCalls: { one: 'Anruf', other: 'Anrufe' },
    forMessages: { one: 'Nachricht', other: 'Nachrichten' },
    each: (count: string) =>
      `Wenn alles stattfindet, was die Einstellungen erlauben (${count}), und jeder Anruf so lange dauert wie erlaubt. Weiterleitungen an eine andere Nummer kosten extra.`,
    eachMessage: (count: string) => `Für ${count}, mit allen Versuchen.`,
    uncovered:
      'Das Guthaben deckt die höchsten Kosten nicht. Ist es aufgebraucht, pausiert die Kampagne, bis Sie es aufladen und sie fortsetzen.',
    limits: {
      hour: (limit: string, spent: string) =>
        `Anrufe des Kontos dürfen ${limit} pro Stunde kosten (${spent} verbraucht). Ist das erreicht, wartet die Kampagne.`,
      day: (limit: string, spent: string) =>
        `Anrufe des Kontos dürfen ${limit} in 24 Stunden kosten (${spent} verbraucht). Ist das erreicht, wartet die Kampagne.`,
    },
    problems: 'Das verhindert den Start:',
  },
)

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
              {expected.end_at && <Detail>{t.until(timeText(expected.end_at, first!.timezone))}</Detail>}
              {expected.call_seconds !== null && (
                <Detail>{(expected.measured ? t.measured : t.assumed)(spanText(expected.call_seconds))}</Detail>
              )}
            </>,
          ],
          cost !== null && [
            t.cost,
            <>
              <strong>{t.most(format.money(cost))}</strong>
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
