// What Parley adds to the model's own time, measured one turn at a time, with bare turns and the model alone between.
import type { BenchModel } from './model.ts'
import { percentile } from './statistics.ts'
import { stopIfAsked } from './stop.ts'
import { ms, tableOf } from './table.ts'
import { askDirectly, type Turns } from './turns.ts'

export interface Talkers {
  parley: Turns
  bare: Turns
}

const turns = 200
const warmUps = 20

/** The finished table. */
export async function benchTurns(
  talkers: Talkers,
  model: BenchModel,
  direct: { url: string; body: string },
): Promise<string> {
  model.speakAtOnce()
  const whole = { parley: [] as number[], bare: [] as number[], model: [] as number[] }
  for (let turn = -warmUps; turn < turns; turn++) {
    stopIfAsked()
    const parley = (await talkers.parley.take()).elapsedMs
    const bare = (await talkers.bare.take()).elapsedMs
    const alone = await askDirectly(direct.url, direct.body)
    if (turn < 0) continue
    whole.parley.push(parley)
    whole.bare.push(bare)
    whole.model.push(alone)
  }

  model.speakInPieces()
  const first = { parley: [] as number[], bare: [] as number[] }
  for (let turn = -warmUps; turn < turns; turn++) {
    stopIfAsked()
    for (const side of ['parley', 'bare'] as const) {
      const message = `Question ${turn} for ${side}`
      const { firstPieceAt } = await talkers[side].take({ streams: true, message })
      if (turn >= 0) first[side].push(firstPieceAt - model.spokeAt(message))
    }
  }

  const alone = percentile(whole.model, 0.5)
  const figures = (name: string, sample: readonly number[], modelMs = 0): string[] => [
    name,
    ...[0.5, 0.99].map((share) => ms(percentile(sample, share) - modelMs)),
  ]
  return tableOf(
    [`one turn at a time, ${turns} turns`, 'p50 ms', 'p99 ms'],
    [
      figures('the model alone', whole.model),
      figures("added to the model's p50 by Parley", whole.parley, alone),
      figures("added to the model's p50 by the bare server", whole.bare, alone),
      figures("model's first piece to Parley's first", first.parley),
      figures("model's first piece to the bare server's first", first.bare),
    ],
  )
}
