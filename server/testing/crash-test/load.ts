// The load of the crash test: every account talks, sends and is written to at the same time, until told to pause.

import { createSeededRandom } from '@parley/carrier-sandbox'
import { type Client, createClient } from '#sdk/index.ts'
import { attempt, pause } from './attempt.ts'
import type { Journal } from './journal.ts'
import { note } from './journal.ts'
import type { RestartingServer } from './restarting-server.ts'
import type { CrashTestAccount, CrashTestSetup } from './setup.ts'

export interface Load {
  resume(): void
  /** Resolves when nobody has anything under way. */
  pause(): Promise<void>
}

interface Scene {
  stage: CrashTestSetup
  fire: RestartingServer
  journal: Journal
  player: CrashTestAccount
  client: Client
  random: () => number
}

/** One thing done from beginning to end. */
type Act = (scene: Scene) => Promise<void>

export function openLoad(stage: CrashTestSetup, fire: RestartingServer, journal: Journal, seed: number): Load {
  const acts: Act[] = [sendTemplate, sendFreeform, writeAsCustomer(0), writeAsCustomer(1), talk(), talk()]
  const going = new Set<Promise<void>>()
  let resting = true

  async function play(act: Act, scene: Scene): Promise<void> {
    while (!resting) {
      await act(scene)
      await pause(60 + scene.random() * 240)
    }
  }

  return {
    resume() {
      resting = false
      for (const player of stage.players) {
        const client = createClient({ baseUrl: fire.baseUrl, apiKey: player.token })
        for (const [index, act] of acts.entries()) {
          const random = createSeededRandom(seed + player.index * 100 + index)
          const played = play(act, { stage, fire, journal, player, client, random }).finally(() => going.delete(played))
          going.add(played)
        }
      }
    },
    async pause() {
      resting = true
      await Promise.all(going)
    },
  }
}

let count = 0
/** A text that is said once only; numbered, so that its place can be told. */
const newText = (journal: Journal, who: string): string => {
  const text = `${who} no. ${++count}`
  journal.texts.add(text)
  return text
}

/** Numbers with an end of their own: refused, failed before or after delivery, told twice, backwards or too early. */
const oddEnds = ['00005', '00006', '00007', '00008', '00011', '00014', '00016', '63024', '63016', '21211', '21211']

function strangerOf({ player, random }: Scene): string {
  const end =
    random() < 0.25
      ? `99${oddEnds[Math.floor(random() * oddEnds.length)]}`
      : String(1_000_000 + Math.floor(random() * 50))
  return `+4915${String(10 + player.index)}${end}`
}

/** Customers who write; `which` tells those of one account apart. */
const customerOf = ({ player }: Scene, which: number): string => `+4916${String(10 + player.index)}100000${which}`

const sendTemplate: Act = async (scene) => {
  const { fire, journal, player, client, random } = scene
  const text = newText(journal, `News ${player.index}`)
  const recipient_phone = random() < 0.2 ? customerOf(scene, 0) : strangerOf(scene)
  const reply = await attempt(fire, journal, {
    what: 'template',
    keyed: random() < 0.7,
    call: (options) =>
      client.messages.sendTemplate(
        {
          sender_id: player.senderId,
          template_id: player.templateId,
          recipient_phone,
          variables: { news: text },
        },
        options,
      ),
  })
  if (reply)
    journal.sent.push({ accountId: player.accountId, id: reply.whatsapp_message_id, sid: reply.message_sid, text })
}

const sendFreeform: Act = async (scene) => {
  const { fire, journal, player, client, random } = scene
  const text = newText(journal, `Word ${player.index}`)
  // One in five is so long that it goes out in parts.
  const message = random() < 0.2 ? Array.from({ length: 120 }, (_, at) => `${text}, ${at} of 120.`).join(' ') : text
  const recipient_phone = customerOf(scene, random() < 0.5 ? 0 : 1)
  const reply = await attempt(fire, journal, {
    what: 'freeform',
    keyed: random() < 0.7,
    call: (options) => client.messages.sendFreeform({ sender_id: player.senderId, recipient_phone, message }, options),
  })
  if (reply)
    journal.sent.push({ accountId: player.accountId, id: reply.whatsapp_message_id, sid: reply.message_sid, text })
}

/** A customer writes on only when the webhook was answered; the carrier tells of it again until then. */
const writeAsCustomer =
  (which: number): Act =>
  async (scene) => {
    const { stage, fire, journal, player, random } = scene
    const { phones } = stage.carrier
    const text = newText(journal, `Customer ${player.index}-${which}`)
    const from = customerOf(scene, which)
    const { message, webhook } = await phones.send({
      from,
      to: player.number,
      body: text,
      times: random() < 0.2 ? 2 : 1,
    })
    let outcome = webhook
    while (typeof outcome !== 'number' || outcome >= 300) {
      note(journal, `customer ${typeof outcome === 'number' ? outcome : 'lost'}`)
      await fire.ready()
      outcome = (await phones.redeliver(message.sid)).webhook
    }
    note(journal, 'customer done')
    journal.received.push({ accountId: player.accountId, sid: message.sid, text })
  }

/** A conversation in the widget goes on over all restarts; now and then another is begun. */
function talk(): Act {
  const conversations = new Map<number, string>()
  return async ({ fire, journal, player, client, random }) => {
    const uuid = conversations.get(player.index)
    if (uuid === undefined || random() < 0.1) {
      const opened = await attempt(fire, journal, {
        what: 'conversation',
        keyed: true,
        call: (options) => client.conversations.create({ assistant_id: player.assistantUuid, type: 'widget' }, options),
      })
      if (opened) {
        conversations.set(player.index, opened.conversation_id)
        journal.started.add(opened.conversation_id)
      }
      return
    }
    const said = newText(journal, `Visitor ${player.index}`)
    const reply = await attempt(fire, journal, {
      what: 'talk',
      keyed: random() < 0.5,
      call: (options) => client.conversations.sendMessage({ uuid, message: said }, options),
    })
    if (reply) journal.talked.push({ uuid, said, heard: reply.message })
  }
}
