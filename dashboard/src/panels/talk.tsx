// A call with an assistant through the microphone and the speaker of the browser.
import { Phone } from 'lucide-react'
import { useRead } from '../api/query.ts'
import { useFormats, useOwnTexts, useTexts } from '../i18n/locale.tsx'
import { textNamed } from '../i18n/text-named.ts'
import { textsOf } from '../i18n/texts.ts'
import { useMay } from '../session/session.tsx'
import { Button, LinkButton, Loaded, Notice } from '../ui/page.tsx'
import { CaptionList } from './shared/captions.tsx'
import type { Draft } from './shared/draft.ts'
import { endedTexts } from './shared/ended-reason.ts'
import { microphoneTexts } from './shared/microphone-texts.ts'
import { useSignal } from './shared/signal.ts'
import { TestError, TriedSettings } from './shared/tried-settings.tsx'
import { filled, useVariableValues, Variables } from './shared/variables.tsx'
import { CallControls } from './talk/call-controls.tsx'
import { isInCall, type Talk, type TalkState } from './talk/talk.ts'

const texts = textsOf('panels', 'talk')

export interface TalkPanelProps {
  assistantId: number
  talk: Talk
  /** The settings that are being edited beside it. */
  draft: Draft | undefined
}

export function TalkPanel(props: TalkPanelProps) {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <section aria-label={t.label} className="flex h-full min-h-0 flex-col gap-4">
      {may('calls', 'makeWebCall') ? <Content {...props} /> : <Notice>{t.mayNot}</Notice>}
    </section>
  )
}

function Content({ talk, assistantId, draft }: TalkPanelProps) {
  const t = useTexts(texts)
  const state = useSignal(talk.state)
  const [values, setValues] = useVariableValues(assistantId)
  const assistant = useRead('assistants', 'get', { id: assistantId })
  const { phase, captions } = state
  const isOver = !isInCall(phase)
  const order = { assistantId, draft, variables: filled(values) }
  const start = (isTyped: boolean) => talk.start({ ...order, isTyped })
  return (
    <Loaded query={assistant}>
      {({ data: saved }) => {
        const settings = { ...saved, ...draft?.changes }
        return (
          <>
            <TriedSettings draft={draft} used={isOver ? undefined : state.used} onRestart={() => talk.restart(order)} />
            {isOver ? (
              <>
                {phase === 'ended' && <Ended state={state} />}
                <Variables defaults={settings.variables ?? {}} values={values} onChange={setValues} />
                <Problem problem={state.problem} draft={draft} onType={() => start(true)} />
                <div>
                  <Button icon={Phone} look="primary" autoFocus={phase === 'ended'} onPress={() => start(false)}>
                    {phase === 'ended' ? t.callAgain : t.call}
                  </Button>
                </div>
              </>
            ) : (
              <>
                <CallControls talk={talk} />
                <Reserved callId={state.callId} maxSeconds={settings.max_duration ?? saved.max_duration} />
              </>
            )}
            {(!isOver || captions.entries.length > 0) && (
              <CaptionList
                captions={captions.entries}
                names={{ customer: t.you }}
                empty={t.empty}
                className="max-h-[50vh] flex-1"
              />
            )}
          </>
        )
      }}
    </Loaded>
  )
}

interface ProblemProps {
  problem: TalkState['problem']
  draft: Draft | undefined
  onType(): void
}

function Problem({ problem, draft, onType }: ProblemProps) {
  const t = useTexts(texts)
  const microphone = useTexts(microphoneTexts)
  if (problem === undefined) return null
  if (problem instanceof Error)
    return (
      <Notice look="bad">
        <TestError error={problem} draft={draft} />
        {/balance/i.test(problem.message) && (
          <LinkButton size="small" to="/usage" className="mt-2">
            {t.usage}
          </LinkButton>
        )}
      </Notice>
    )
  return (
    <Notice look="bad">
      <p>{microphone[problem]}</p>
      {problem !== 'insecure' && (
        <p className="mt-2 flex flex-wrap items-center gap-2">
          <Button size="small" onPress={onType}>
            {t.type}
          </Button>
          {t.typed}
        </p>
      )}
    </Notice>
  )
}

/** What the call can cost at most, which is reserved until it has ended. */
function Reserved({ callId, maxSeconds }: { callId: number | undefined; maxSeconds: number }) {
  const t = useTexts(texts)
  const format = useFormats()
  const explanation = useRead('calls', 'explain', { id: callId ?? 0 }, { isEnabled: callId !== undefined })
  if (callId === undefined || !explanation.data) return null
  const cost = (explanation.data.cost.price_per_minute * maxSeconds) / 60
  return <p className="text-sm text-soft">{t.reserved(format.money(cost), format.duration(maxSeconds))}</p>
}

function Ended({ state: { end, callId } }: { state: TalkState }) {
  const t = useTexts(texts)
  const reasons = useOwnTexts(endedTexts)
  const format = useFormats()
  const call = useRead('calls', 'get', { id: callId ?? 0 }, { isEnabled: callId !== undefined })
  const { ended_reason: reason, duration, total_cost: cost } = call.data ?? {}
  const known = reason === 'caller_hung_up' ? t.hungUp : reason == null ? undefined : textNamed(reasons, reason)
  return (
    <div role="status" className="rounded-lg border px-3.5 py-3">
      <p className="font-medium">{t.ended}</p>
      <p className="text-soft">{end === 'refused' ? t.refused : (known ?? (end === 'lost' ? t.lost : ''))}</p>
      {callId !== undefined && (
        <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <LinkButton size="small" to="/calls/$id" params={{ id: String(callId) }}>
            {t.open}
          </LinkButton>
          {reason != null && (
            <>
              <span>
                <span className="text-soft">{t.duration}</span> {format.duration(duration ?? 0)}
              </span>
              <span>
                <span className="text-soft">{t.cost}</span> {format.money(cost ?? 0)}
              </span>
            </>
          )}
        </p>
      )}
    </div>
  )
}
