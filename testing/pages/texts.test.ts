// Tests of all texts of the dashboard: none of them speaks the language of the API.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { basename } from 'node:path'
import { describe, it } from 'node:test'
import {
  type Node,
  type ObjectProperty,
  parseSync,
  type StringLiteral,
  type TemplateLiteral,
  Visitor,
} from 'oxc-parser'

/** Texts in which a name of the API is what the reader has to type or find elsewhere. */
const exceptions: readonly [file: string, text: RegExp, reason: string][] = [
  ['inbox.ts', /\{\{customer_name\}\}/, 'the placeholders that the reader types'],
]

interface Text {
  file: string
  language: string
  text: string
}

function stringsIn(node: Node): string[] {
  const strings: string[] = []
  const visit = (each: unknown): void => {
    if (each === null || typeof each !== 'object') return
    if (Array.isArray(each)) {
      for (const item of each) visit(item)
      return
    }
    const { type } = each as Node
    if (type === 'Property') visit((each as ObjectProperty).value)
    else if (type === 'Literal') {
      const { value } = each as StringLiteral
      if (typeof value === 'string') strings.push(value)
    } else if (type === 'TemplateLiteral') {
      strings.push((each as TemplateLiteral).quasis.map(({ value }) => value.cooked).join('…'))
      visit((each as TemplateLiteral).expressions)
    } else for (const child of Object.values(each)) visit(child)
  }
  visit(node)
  return strings
}

/** The texts of the catalogues, except those for the sentences of the server, which name what they replace. */
async function allTexts(): Promise<Text[]> {
  const texts: Text[] = []
  for await (const file of glob('dashboard/src/texts/{en,de,fr}/*.ts')) {
    if (file.includes('/server')) continue
    const [, language] = /texts\/(..)\//.exec(file)!
    new Visitor({
      VariableDeclarator({ init }) {
        if (init) for (const text of stringsIn(init)) texts.push({ file, language: language!, text })
      },
    }).visit(parseSync(file, readFileSync(file, 'utf8')).program)
  }
  return texts
}

const rules: readonly [name: string, pattern: RegExp][] = [
  ['a name with an underscore', /\b[a-z]+_[a-z]+/],
  ['a value of a program', /`|\bnull\b|\bundefined\b/],
  ['a path of the API', /\b[a-z]+\.[a-z]+\.[a-z]+\b|\/api\//],
  ['UUID for an ID', /\buuid\b/i],
  ['a boolean', /(?<!\p{L}|be |is |are |or )(?:true|false)(?!\p{L}| or )/u],
  ['a stilted phrase', /\b(?:is refused|was refused|were refused|meanwhile|any more|also if|by itself|goes on)\b/],
]

describe('the texts of the dashboard', () => {
  it('use no names of the API', async () => {
    const texts = await allTexts()
    assert.ok(texts.length > 8_000, `${texts.length} texts`)
    const faults = texts.flatMap(({ file, text }) =>
      rules
        .filter(([, pattern]) => pattern.test(text))
        .filter(() => !exceptions.some(([of, allowed]) => file.endsWith(of) && allowed.test(text)))
        .map(([name]) => `${file}: ${name}: ${text}`),
    )
    assert.deepEqual(faults, [])
  })

  it('do not come from the descriptions of the API, which are English and for programs', async () => {
    const faults: string[] = []
    for await (const file of glob('dashboard/src/**/*.tsx'))
      if (/\)\.description\b/.test(readFileSync(file, 'utf8'))) faults.push(file)
    assert.deepEqual(faults, [])
  })

  it('are German in German and French in French', async () => {
    const texts = await allTexts()
    const english = /(?<!\p{L})(?:the|and|not|with|this|are|for|you|your|of|is|has|cannot)(?!\p{L})/u
    const german = /(?<!\p{L})(?:und|nicht|der|das|ist|für|mit|keine?|wird|werden|oder)(?!\p{L})/u
    assert.deepEqual(
      texts
        .filter(({ language, text }) => language !== 'en' && english.test(text))
        .concat(texts.filter(({ language, text }) => language === 'fr' && german.test(text)))
        .map(({ file, text }) => `${file}: ${text}`),
      [],
    )
  })

  it('follow the typography of French', async () => {
    const faults = /[^\s\u00A0\u202F]?(?:(?<![\u00A0\u202F:/])[!?;»](?=\s|$)|(?<=\p{L}) :|«(?!\u00A0)|')/u
    assert.deepEqual(
      (await allTexts())
        .filter(({ language, text }) => language === 'fr' && faults.test(text))
        .map(({ file, text }) => `${file}: ${text}`),
      [],
    )
  })

  it('are used', async () => {
    const sources: string[] = []
    for await (const file of glob('{dashboard/src,contract,server,packages}/**/*.{ts,tsx}'))
      if (!/texts\/(?:en|de|fr)\/|node_modules|\.test\.ts/.test(file)) sources.push(readFileSync(file, 'utf8'))
    const source = sources.join('\n')
    const words = new Set(source.match(/[\p{L}\w$]+/gu))
    const refs = new Set(
      Array.from(source.matchAll(/textsOf\(\s*'([\w-]+)',\s*'(\w+)'/g), ([, ...ref]) => ref.join(': ')),
    )
    /** Names that the code composes of another name, such as `t[`${name}Help`]`. */
    const composed = /(?:Help|None|Short)$/
    /** Other keys are values, such as those of the carrier. */
    const isUsed = (key: string): boolean =>
      !/^[a-z]\w*$/.test(key) || words.has(key) || (composed.test(key) && words.has(key.replace(composed, '')))
    const unused: string[] = []
    for await (const file of glob('dashboard/src/texts/en/*.ts')) {
      const area = basename(file, '.ts')
      if (area.startsWith('server')) continue
      const { texts } = (await import(`../../${file}`)) as { texts: Record<string, object | string> }
      const visit = (parent: object, path: string): void => {
        for (const [key, value] of Object.entries(parent)) {
          if (!isUsed(key)) unused.push(`${path}${key}`)
          if (typeof value === 'object') visit(value, `${path}${key}.`)
        }
      }
      visit(texts, `${area}: `)
      if (area !== 'words')
        unused.push(
          ...Object.keys(texts)
            .map((key) => `${area}: ${key}`)
            .filter((ref) => !refs.has(ref)),
        )
    }
    assert.deepEqual(unused, [])
  })

  it('exist in all languages', async () => {
    const filesOf = async (language: string) =>
      (await Array.fromAsync(glob(`dashboard/src/texts/${language}/*.ts`))).map((file) => basename(file)).sort()
    const english = await filesOf('en')
    assert.ok(english.length > 10)
    for (const language of ['de', 'fr']) assert.deepEqual(await filesOf(language), english)
  })
})
