// Measures the dashboard in Chromium: what a first visit loads, long lists and a long call: `npm run bench -- dashboard`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { distFolder } from '#server/dashboard/built.ts'
import { type Dashboard, startDashboard } from '#testing/pages/dashboard.ts'
import { chromiumMissing } from '#testing/processes/chromium.ts'
import { median } from '../shared/load.ts'
import { progress } from '../shared/progress.ts'
import { describeMachine, tableOf, whole } from '../shared/report.ts'
import { startBarePage } from './bare-page.ts'
import { fillCalls, transcriptEntries } from './fill-calls.ts'
import { scroll, scrollPixels } from './scroll.ts'

const calls = 100_000
const rounds = 9

async function gzippedKilobytes(name: string): Promise<number> {
  return gzipSync(await readFile(join(distFolder, name)), { level: 9 }).length / 1000
}

export async function benchDashboard(): Promise<void> {
  if (chromiumMissing) {
    process.stderr.write(`${chromiumMissing} The dashboard is measured in it.\n`)
    return
  }
  progress('build and start')
  await using dashboard = await startDashboard()
  const { parley, baseUrl } = dashboard
  const account = await parley.createAssistant()
  progress(`store ${calls} calls, one of them with ${transcriptEntries} entries`)
  const longCall = await fillCalls(parley, account.account.id, account.id, calls)
  const page = await dashboard.open(account, '/')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.locator('h1').waitFor()
  await using bare = await startBarePage(dashboard.chromium)

  const rows: string[][] = []
  const initial = await initialScripts()
  rows.push(['JavaScript before the first page is shown, kB gzipped', whole(initial / 1000), '', '200'])
  const [widget, voice] = await Promise.all(['widget.js', 'widget-voice.js'].map(gzippedKilobytes))
  rows.push(['the widget, kB gzipped', widget!.toFixed(1), '', '25'])
  rows.push(['the widget with calls, kB gzipped', (widget! + voice!).toFixed(1), '', ''])
  progress('first visits')
  const first = await repeat(() => firstVisit(dashboard, page, baseUrl))
  const bareFirst = await repeat(() => bare.visit())
  rows.push(['a first visit until the page is usable, ms', whole(first), whole(bareFirst), '1000'])
  progress('later visits')
  const later = await repeat(() => visit(page, `${baseUrl}/calls`, '[role=table] a'))
  rows.push(['a later visit to a list, ms', whole(later), '', ''])
  progress('scroll')
  await visit(page, page.url(), '[role=table] a')
  const list = await scroll(page, '[role=table]')
  const bareList = await bare.scroll()
  rows.push([
    `scrolling ${calls} calls by ${scrollPixels} px a frame, frames a second`,
    whole(list.perSecond),
    whole(bareList.perSecond),
    '60',
  ])
  rows.push(['longest 1 % of the frames, ms', whole(list.slowMs), whole(bareList.slowMs), ''])
  progress('a long call')
  const long = await repeat(() => visit(page, `${baseUrl}/calls/${longCall}`, 'text=This is entry 1 '))
  rows.push([`a call with ${transcriptEntries} entries until its words are shown, ms`, whole(long), '', '1000'])

  const table = tableOf(['', 'dashboard', 'bare page', 'target'], rows)
  process.stdout.write(`${describeMachine()}\nmedian of ${rounds} visits\n\n${table}\n`)
}

async function repeat(measure: () => Promise<number>): Promise<number> {
  const samples: number[] = []
  for (let round = 0; round < rounds; round++) samples.push(await measure())
  return median(samples)
}

interface Chunk {
  file: string
  imports?: string[]
}

/** The size of the entry and the home page with what they import. What these load later is not included. */
async function initialScripts(): Promise<number> {
  const manifest = JSON.parse(await readFile(join(distFolder, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    for (const each of manifest[name]!.imports ?? []) add(each)
  }
  add('index.html')
  add('src/pages/home/home.tsx')
  const sizes = await Promise.all(
    [...found].map(
      async (name) => gzipSync(await readFile(join(distFolder, manifest[name]!.file)), { level: 9 }).length,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** With an empty cache of the browser. */
async function firstVisit({ chromium }: Dashboard, known: Page, baseUrl: string): Promise<number> {
  const context = await chromium.newContext({ storageState: await known.context().storageState() })
  const page = await context.newPage()
  const time = await visit(page, `${baseUrl}/`, 'h1')
  await context.close()
  return time
}

/** Milliseconds from the start of the navigation until the element is there and a frame was drawn. */
async function visit(page: Page, url: string, selector: string): Promise<number> {
  await page.goto(url)
  await page.locator(selector).first().waitFor()
  return (await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))',
  )) as number
}
