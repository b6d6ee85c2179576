// The tools that the assistant used in a call, with what they returned.
import { parseJson } from '@parley/rules'
import { Wrench } from 'lucide-react'
import { useFormats, useTexts } from '../../i18n/locale.tsx'
import { textsOf } from '../../i18n/texts.ts'
import { Badge, Button, Card, Empty } from '../../ui/page.tsx'
import { Code } from '../../ui/values.tsx'
import type { ToolRun } from './lanes.ts'
import type { Player } from './player.ts'
import { positionOf } from './time-text.ts'

const texts = textsOf('calls', 'tools')

/** Long results are cut in the timeline, and are then shown as they are. */
function outputOf(text: string): { text: string; isFailure: boolean } {
  try {
    const value = parseJson(text)
    const isFailure = value !== null && typeof value === 'object' && 'error' in value && Boolean(value.error)
    return { text: JSON.stringify(value, null, 2), isFailure }
  } catch {
    return { text: text.length === 0 ? text : `${text} …`, isFailure: text.startsWith('{"error"') }
  }
}

export function Tools({ tools, player }: { tools: readonly ToolRun[]; player: Player }) {
  const t = useTexts(texts)
  const format = useFormats()
  if (tools.length === 0)
    return (
      <Card title={t.title}>
        <Empty icon={Wrench} title={t.none} text={t.noneText} />
      </Card>
    )
  return (
    <Card title={t.title}>
      <ol className="flex flex-col gap-4">
        {tools.map(({ index, name, fromMs, toMs, output, hasEnded }) => {
          const shown = output === undefined ? undefined : outputOf(output)
          return (
            <li key={index} className="flex flex-col gap-2">
              <h3 className="flex flex-wrap items-center gap-2">
                <Wrench aria-hidden size={16} className="text-soft" />
                <span className="min-w-0 font-mono text-sm break-all">{name}</span>
                <Button size="small" look="quiet" onPress={() => player.seek(fromMs)}>
                  {positionOf(fromMs)}
                </Button>
                {hasEnded && <span className="text-sm text-soft">{format.milliseconds(toMs - fromMs)}</span>}
                {!hasEnded && <Badge look="warn">{t.running}</Badge>}
                {shown?.isFailure && <Badge look="bad">{t.failed}</Badge>}
              </h3>
              {shown ? (
                <Code text={shown.text} label={t.output(name)} />
              ) : (
                <p className="text-sm text-soft">{t.noOutput}</p>
              )}
            </li>
          )
        })}
      </ol>
      <p className="mt-4 text-sm text-soft">{t.noInput}</p>
    </Card>
  )
}
