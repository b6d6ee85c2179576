// A call with an assistant through the microphone and the speaker of the browser.
import { Phone, PhoneOff } from 'lucide-react'
import { useRead } from '../api/query.ts'
import { useTexts } from '../i18n/locale.tsx'
import { textsOf } from '../i18n/texts.ts'
import { loadOnIntent, partOf } from '../loading/part.tsx'
import { useSignal } from '../loading/signal.ts'
import { useMay } from '../session/session.tsx'
import { Button, LinkButton, Loaded, Loading, Notice } from '../ui/page.tsx'
import type { Draft } from './shared/draft.ts'
import { microphoneTexts } from './shared/microphone-texts.ts'
import { TestError, TriedSettings } from './shared/tried-settings.tsx'
import { filled, useVariableValues, Variables } from './shared/variables.tsx'
import type { CallProps } from './talk/call.tsx'
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

const Call = partOf<CallProps>(async () => (await import('./talk/call.tsx')).Call, LoadingCall)

const controlTexts = textsOf('panels', 'callControls')

function LoadingCall({ talk, children }: CallProps) {
  const t = useTexts(controlTexts)
  if (!isInCall(useSignal(talk.state).phase)) return children
  return (
    <>
      <Loading />
      <Button icon={PhoneOff} look="danger" className="self-center" onPress={talk.hangUp}>
        {t.hangUp}
      </Button>
    </>
  )
}

function Content({ talk, assistantId, draft }: TalkPanelProps) {
  const t = useTexts(texts)
  const { phase, problem, used } = useSignal(talk.state)
  const [values, setValues] = useVariableValues(assistantId)
  const assistant = useRead('assistants', 'get', { id: assistantId })
  const order = { assistantId, draft, variables: filled(values) }
  const start = (isTyped: boolean) => talk.start({ ...order, isTyped })
  return (
    <Loaded query={assistant}>
      {({ data: saved }) => {
        const settings = { ...saved, ...draft?.changes }
        const setup = (
          <>
            <Variables defaults={settings.variables ?? {}} values={values} onChange={setValues} />
            <Problem problem={problem} draft={draft} onType={() => start(true)} />
            <div>
              <Button
                {...loadOnIntent(Call)}
                icon={Phone}
                look="primary"
                autoFocus={phase === 'ended'}
                onPress={() => start(false)}
              >
                {phase === 'ended' ? t.callAgain : t.call}
              </Button>
            </div>
          </>
        )
        return (
          <>
            <TriedSettings
              draft={draft}
              used={isInCall(phase) ? used : undefined}
              onRestart={() => talk.restart(order)}
            />
            {phase === 'idle' ? (
              setup
            ) : (
              <Call talk={talk} maxSeconds={settings.max_duration ?? saved.max_duration}>
                {setup}
              </Call>
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
