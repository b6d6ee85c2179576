// Which test files run when, and beside which others.
import { glob, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that play audio in real time, which a busy machine interrupts. */
const realTime =
  /system\/calls\/|system\/(?:browser-phone|call-crashes|call-soak|listening|live-calls|offline-call|sip-processes|web-calls)\.|calls\/(?:hostile-calls|assistant-transfer)\.|calls\/live\/|carriers\/sip\/(?:calls|telephones|transfers)\.|pages\/(?:describe-assistant|new-assistant|newcomer|panels|try-panel|widget-voice)\.|carrier-sandbox\/test\/(?:forked-streams|media-streams|phone-behaviours|record-and-play|recordings|voice-twiml)\./

/** Tests of the whole system, and others that mostly start processes or measure processor time. */
const wholeSystem =
  /testing\/(?:system|pages|measure)\/|^bench\/|(?:resumed|resuming|crashes|contributing|server\/main|cli\/account)\.test/

/** One short test of each kind of system test. */
const shortSystemTests = /system\/(?:tenant-matrix|knowledge-crashes|calls\/echo)\.|pages\/usage\./

/** Without paths, finds all files of the fast tier, or of the whole suite. */
export async function findTestFiles(paths: string[], isWholeSuite: boolean) {
  const found = new Set<string>()
  for (const path of paths.length > 0 ? paths : ['.']) {
    const isFolder = await stat(path).then((at) => at.isDirectory())
    if (!isFolder) found.add(path)
    else for await (const file of glob('**/*.test.ts', { cwd: path, exclude })) found.add(join(path, file))
  }
  const isFast = (file: string): boolean => !wholeSystem.test(file) || shortSystemTests.test(file)
  const chosen = [...found].filter((file) => isWholeSuite || paths.length > 0 || isFast(file)).sort()
  const kindOf = (file: string) =>
    realTime.test(file) ? 'realTime' : wholeSystem.test(file) ? 'wholeSystem' : 'single'
  return { realTime: [], wholeSystem: [], single: [], ...Object.groupBy(chosen, kindOf) }
}

export function isShard(shard: string): boolean {
  const [, part, parts] = /^([1-9]\d{0,2})\/([1-9]\d{0,2})$/.exec(shard) ?? []
  return Number(part) <= Number(parts)
}

/** `2/3` takes the second of three parts. */
export function takeShard(files: string[], shard: string): string[] {
  const [part, parts] = shard.split('/').map(Number) as [number, number]
  return files.filter((_, index) => index % parts === part - 1)
}

function exclude(path: string): boolean {
  return /(?:^|[\\/])(?:node_modules|\.git|data)$/.test(path)
}
