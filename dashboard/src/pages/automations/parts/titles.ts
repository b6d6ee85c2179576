// The names of steps that people read, such as “Wait 2 hours”, and of values, such as “Customer › Name”.
import { createContext, useMemo } from 'react'
import { useFormats, useLocale, useTexts } from '../../../i18n/locale.tsx'
import { type TextsBehind, textsOf } from '../../../i18n/texts.ts'
import { hasOperand, type Operand, readCondition } from '../flow/condition.ts'
import { detailOf } from '../flow/detail.ts'
import type { Located, Step } from '../flow/flow.ts'
import { tokensOf } from '../flow/tokens.ts'
import { unitOf } from '../flow/units.ts'
import { readPath, type ValuePath } from '../flow/value-path.ts'
import { type Names, useNames, written } from './names.ts'
import { operatorTexts } from './operator-texts.ts'

const texts = textsOf('automations', 'titles')

type Texts = ReturnType<typeof useTexts<TextsBehind<typeof texts>>>
/** Without a name, the title says only what the step does. */
export type Titled = Pick<Step, 'type' | 'input'> & { name?: string | undefined }

function hostOf(url: unknown): string | undefined {
  return typeof url === 'string' ? /^https?:\/\/([^/?#:{}\s]+)/i.exec(url)?.[1] : undefined
}

function actionOf({ type, input }: Titled, t: Texts, names: Names, duration: (seconds: number) => string): string {
  const host = hostOf(input['url'])
  const { seconds, until, outcome, task, method } = input
  if (type === 'http_request' && host !== undefined)
    return method === 'GET' || method === 'HEAD' ? t.ask(host) : t.sendTo(host)
  if (type === 'delay' && typeof seconds === 'number') return t.wait(duration(seconds))
  if (type === 'delay' && until !== undefined) return t.waitUntil
  if (type === 'set' && typeof outcome === 'string' && outcome !== '' && !outcome.includes('{{'))
    return t.outcome(outcome)
  if (type === 'ai' && (task === 'generate' || task === 'extract' || task === 'classify')) return t[task]
  if (type === 'stop' && input['fail'] === true) return t.fail
  return names.type(type)
}

/** Whether the step has the name that it got when it was added. */
export const hasFirstName = ({ name, type }: Pick<Step, 'name' | 'type'>): boolean =>
  name === type || (name.startsWith(`${type}_`) && /^\d+$/.test(name.slice(type.length + 1)))

export function useTitles() {
  const t = useTexts(texts)
  const operatorNames = useTexts(operatorTexts)
  const names = useNames()
  const format = useFormats()
  const { locale } = useLocale()
  return useMemo(() => {
    const duration = (seconds: number): string => {
      const unit = unitOf(seconds)
      const format = new Intl.NumberFormat(locale, { style: 'unit', unit: unit.name, unitDisplay: 'long' })
      return format.format(seconds / unit.seconds)
    }
    const action = (step: Titled): string => actionOf(step, t, names, duration)
    const step = (one: Titled): string =>
      one.name === undefined || hasFirstName({ name: one.name, type: one.type }) ? action(one) : written(one.name)
    /** Each title is there once. */
    const ofSteps = (located: readonly Located[]): ReadonlyMap<string, string> => {
      const counts = new Map<string, number>()
      return new Map(
        located.map(({ step: one }) => {
          const title = step(one)
          const count = (counts.get(title) ?? 0) + 1
          counts.set(title, count)
          return [one.name, count === 1 ? title : t.numbered(title, format.number(count))]
        }),
      )
    }
    /** `titles` are those of steps by their names. */
    const value = ([root, ...keys]: ValuePath, titles: ReadonlyMap<string, string>): string => {
      const [first, ...rest] = keys
      const isStep = root === 'steps'
      const start =
        root === 'trigger'
          ? []
          : isStep
            ? [titles.get(String(first)) ?? written(String(first ?? ''))]
            : [t[root as 'item' | 'index' | 'now' | 'run']]
      const parts = (isStep ? rest : keys).map((key) =>
        typeof key === 'number' ? t.entry(format.number(key + 1)) : names.value(key),
      )
      return [...start, ...parts].join(' › ') || t.request
    }
    const operand = (one: Operand, titles: ReadonlyMap<string, string>): string => {
      if (one.kind === 'path') return value(one.path, titles)
      if (one.kind === 'truth') return one.isTrue ? t.yes : t.no
      return one.kind === 'texts' ? one.texts.join(', ') : one.text
    }
    /** Undefined for an expression that has no other form. */
    const condition = (expression: unknown, titles: ReadonlyMap<string, string>): string | undefined => {
      const { comparisons = [] } = (typeof expression === 'string' && readCondition(expression)) || {}
      const [first] = comparisons
      if (!first) return undefined
      const other = first.operand && hasOperand(first.operator) ? ` ${operand(first.operand, titles)}` : ''
      const text = `${value(first.path, titles)} ${operatorNames[first.operator]}${other}`
      return comparisons.length === 1 ? text : t.more(text, format.number(comparisons.length - 1))
    }
    /** A text whose expressions have readable names. */
    const template = (text: string, titles: ReadonlyMap<string, string>): string =>
      text.replaceAll(/\{\{(.*?)\}\}/gs, (_, expression: string) => {
        const tokens = tokensOf(expression) ?? []
        const found = readPath(tokens, 0)
        return `[${found && found.end === tokens.length ? value(found.path, titles) : t.value}]`
      })
    /** A line below the title: what the step does, if it is not the title, and its most important setting. */
    const detail = (one: Titled, titles: ReadonlyMap<string, string>): string => {
      const setting = one.type === 'condition' ? condition(one.input['if'], titles) : template(detailOf(one), titles)
      const does = action(one)
      return [does === step(one) ? undefined : does, setting].filter(Boolean).join(' · ')
    }
    return { step, ofSteps, value, detail }
  }, [t, operatorNames, names, format, locale])
}

/** The titles of the steps of the flow that is shown, by their names. */
export const StepTitlesContext = createContext<ReadonlyMap<string, string>>(new Map())

export type Titles = ReturnType<typeof useTitles>
