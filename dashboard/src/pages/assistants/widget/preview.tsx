// The widget with the appearance that is being edited, on a page in a frame.
import { useEffect, useRef } from 'react'
import { useLocale, useTexts } from '../../../i18n/locale.tsx'
import { Card } from '../../../ui/page.tsx'
import type { AssistantData } from '../editor/editor-context.tsx'
import { texts } from './texts.ts'
import type { WidgetData } from './widget-data.ts'

interface Props {
  assistant: AssistantData
  widget: WidgetData
}

export function Preview({ assistant, widget }: Props) {
  const t = useTexts(texts)
  const { language } = useLocale()
  const frame = useRef<HTMLIFrameElement>(null)
  const { picture_url: picture, ...appearance } = widget
  const questions = widget.questions.filter((question) => question.trim() !== '')
  const preview = {
    appearance: { ...appearance, title: widget.title || null, welcome: widget.welcome || null, questions, picture },
    greeting: greetingOf(assistant),
  }
  const message = JSON.stringify({ kind: 'widget-preview', assistant: assistant.uuid, preview })
  const latest = useRef(message)
  latest.current = message
  const send = () => frame.current?.contentWindow?.postMessage(JSON.parse(latest.current), location.origin)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it sends the latest message
  useEffect(() => {
    const onReady = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.kind === 'widget-preview-ready') send()
    }
    window.addEventListener('message', onReady)
    return () => window.removeEventListener('message', onReady)
  }, [])
  useSentLater(message, send)
  return (
    <Card title={t.preview} className="@3xl:sticky @3xl:top-4" isFlush>
      {/* The website is smaller than in a window of its own, so that the widget has its place in a corner. */}
      <div className="h-[38rem] overflow-hidden">
        <iframe
          ref={frame}
          src={`/widget-preview?language=${widget.language ?? language}`}
          title={t.preview}
          className="block h-[133.34%] w-[133.34%] origin-top-left scale-75 rtl:origin-top-right"
        />
      </div>
      <p className="border-t px-4 py-2 text-sm text-soft">{t.previewText}</p>
    </Card>
  )
}

/** With the default values of its variables. */
const greetingOf = ({ initial_message: greeting, variables }: AssistantData): string =>
  (greeting ?? '').replace(/\{\{\s*([^{}]+?)\s*\}\}/g, (_placeholder, name: string) => variables[name] ?? '')

const pauseMs = 250

/** Sends the value when it has not changed for a moment. */
function useSentLater(value: string, send: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another value is sent
  useEffect(() => {
    const timer = setTimeout(send, pauseMs)
    return () => clearTimeout(timer)
  }, [value])
}
