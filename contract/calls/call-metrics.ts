// What is measured of a call: the latency of its answers, and how customer and assistant took turns.
import { z } from 'zod'

const milliseconds = z.int().nullable()

const turnLatency = z.object({
  at_ms: z.int().meta({ description: "The end of the customer's speech, since the call was answered." }),
  recognized_ms: milliseconds.meta({ description: 'Until the words were recognized.' }),
  decided_ms: milliseconds.meta({ description: "Until the customer's turn was considered complete." }),
  first_token_ms: milliseconds.meta({ description: 'Until the language model began to answer.' }),
  first_audio_ms: milliseconds.meta({ description: 'Until the first audio of the answer existed.' }),
  first_audio_sent_ms: milliseconds.meta({
    description: 'Until the first audio of the answer was sent to the carrier.',
  }),
  heard_ms: milliseconds.meta({
    description:
      'Until the customer began to hear the answer, as the carrier confirmed it. Without confirmation: until it was sent, plus the length of the audio before it. Null if the answer was discarded before it was heard, and for calls before this was measured.',
  }),
  retrieval_ms: milliseconds.meta({
    description: 'How long the knowledgebase was searched for the answer. Null if it was not searched.',
  }),
})

const percentiles = z.object({ p50: z.int(), p90: z.int(), p99: z.int() }).nullable()

export const latency = z
  .object({
    recognized_ms: percentiles,
    decided_ms: percentiles,
    first_token_ms: percentiles,
    first_audio_ms: percentiles,
    first_audio_sent_ms: percentiles,
    heard_ms: percentiles,
    retrieval_ms: percentiles,
    turns: z.array(turnLatency),
  })
  .meta({
    id: 'CallLatency',
    description:
      "Milliseconds from the end of the customer's speech, for each answer; `retrieval_ms` is a duration. Percentiles are null without turns.",
  })

const rate = z.number().min(0).max(1).nullable()
const count = z.int().min(0)

/** Shares are null if nothing was counted. */
export const interaction = z
  .object({
    response: z
      .object({
        turns: count.meta({ description: 'Turns of the customer that could be answered.' }),
        answered: count,
        rate,
        mean_ms: milliseconds.meta({
          description: "From the end of the customer's turn to the beginning of the answer.",
        }),
      })
      .meta({ description: 'Whether the assistant speaks before the customer has to speak again.' }),
    yield: z
      .object({
        interruptions: count,
        yielded: count,
        rate,
        mean_ms: milliseconds.meta({ description: 'From the beginning of the interruption to silence.' }),
      })
      .meta({ description: 'Whether the assistant stops within two seconds when the customer interrupts it.' }),
    cut_ins: z
      .object({ count, per_turn: z.number().nullable() })
      .meta({ description: 'How often the assistant begins to speak while the customer speaks.' }),
    selectivity: z
      .object({
        backchannels: z.object({ count, ignored: count, rate }).meta({ description: 'Such as “mm-hm”.' }),
        sounds: z.object({ count, ignored: count, rate }).meta({ description: 'Speech in which no words are found.' }),
        asides: z
          .object({ count, ignored: count, rate })
          .meta({ description: 'Speech to another person, which only scenarios of the lab contain.' }),
        rate: rate.meta({ description: 'The mean of the rates that are known.' }),
      })
      .meta({ description: 'Whether the assistant continues speaking when it is not interrupted.' }),
  })
  .meta({
    id: 'Interaction',
    description:
      'How the customer and the assistant take turns, measured in steps of 200 ms from who speaks when. The definitions are those of the benchmark τ-voice.',
  })

export const interactionOfAssistant = interaction.extend({
  calls: count.meta({ description: 'Calls that were measured.' }),
})
