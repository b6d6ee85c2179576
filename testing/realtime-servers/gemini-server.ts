// A scripted server with the Gemini Live API, as strict as the real one.

import { type Peer, type ScriptedSocketServer, startSocketServer } from '../speech-servers/socket-server.ts'
import { createActivityReader, pcmFor } from './gemini-audio.ts'
import { faultInMessage, faultInSetup } from './gemini-faults.ts'
import type { GeminiReply, ScriptedGeminiOptions, Turn } from './gemini-script.ts'

export interface ScriptedGemini extends ScriptedSocketServer {
  /** The setup messages. */
  setups: Record<string, unknown>[]
  /** The fields of the other messages without audio, over all connections. */
  received: string[]
  /** The latest audio bytes, over all connections. */
  audioBytes(): number
  /** Announces the end of all connections. */
  goAway(): void
}

interface Shared {
  options: ScriptedGeminiOptions
  setups: Record<string, unknown>[]
  received: string[]
  handles: Map<string, Turn[]>
  countAudio(bytes: number): void
}

const path = '/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent'

/** Protocol: https://ai.google.dev/api/live */
export async function startScriptedGemini(options: ScriptedGeminiOptions): Promise<ScriptedGemini> {
  let audioBytes = 0
  const keys = new WeakMap<URL, unknown>()
  const peers = new Set<Peer>()
  const shared: Shared = {
    options,
    setups: [],
    received: [],
    handles: new Map(),
    countAudio(bytes) {
      audioBytes += bytes
    },
  }
  const server = await startSocketServer(
    {
      sendsBinary: true,
      refuse(url, { headers }) {
        keys.set(url, headers['x-goog-api-key'])
        return url.pathname === path ? undefined : { status: 404, reason: `Unknown path ${url.pathname}` }
      },
      connect(peer) {
        peers.add(peer)
        const isKnown = options.apiKey === undefined || keys.get(peer.url) === options.apiKey
        const session = converse(peer, shared, isKnown)
        return {
          message: session.message,
          closed() {
            peers.delete(peer)
            session.closed()
          },
        }
      },
    },
    options,
  )
  return {
    ...server,
    setups: shared.setups,
    received: shared.received,
    audioBytes: () => audioBytes,
    goAway() {
      for (const peer of peers) peer.send({ goAway: { timeLeft: '50s' } })
    },
  }
}

type Fields = Record<string, unknown>

function converse(peer: Peer, { options, setups, received, handles, countAudio }: Shared, isKnown: boolean) {
  const { send, close } = peer
  const { transcription = 'streamed' } = options
  let turns: Turn[] = []
  let isSetUp = false
  let isConnected = true
  let isGenerating = false
  let speaks: string | undefined
  let mayCallTools = true
  let lateWords = ''
  let activity: ReturnType<typeof createActivityReader> | undefined
  const outstanding = new Map<string, string>()
  const content = (serverContent: object, more: object = {}) => send({ serverContent, ...more })

  function setUp(setup: Fields): void {
    setups.push(setup)
    const fault = faultInSetup(setup)
    if (fault) {
      peer.violate(fault)
      return
    }
    if (!isKnown) {
      close(1_007, 'API key not valid. Please pass a valid API key.')
      return
    }
    const { handle } = (setup.sessionResumption ?? {}) as { handle?: string }
    const known = handle === undefined ? [] : handles.get(handle)
    if (!known || (handle !== undefined && options.acceptsHandles === false)) {
      close(1_008, 'BidiGenerateContent session not found')
      return
    }
    turns = [...known]
    isSetUp = true
    send({ setupComplete: {} })
    if (options.leavesAtOnce) send({ goAway: { timeLeft: '50s' } })
  }

  function interrupt(): void {
    if (outstanding.size > 0) send({ toolCallCancellation: { ids: [...outstanding.keys()] } })
    const isInterrupted = isGenerating || outstanding.size > 0
    outstanding.clear()
    isGenerating = false
    if (!isInterrupted || options.endsInterruptedTurns === false) return
    content({ interrupted: true })
    content({ turnComplete: true })
  }

  function realtimeInput(input: { audio?: { data: string }; text?: string; activityStart?: object }): void {
    if (input.activityStart) {
      interrupt()
      activity = createActivityReader((word) => {
        if (transcription === 'streamed') content({ inputTranscription: { text: ` ${word}` } })
      })
    } else if (input.audio) {
      const pcm = Buffer.from(input.audio.data, 'base64')
      countAudio(pcm.length)
      activity?.read(pcm)
    } else if (input.text !== undefined) understand('user', input.text)
    else {
      const words = activity!.words()
      activity = undefined
      if (transcription === 'after the activity') transcribe(words)
      else if (transcription === 'after the answer') lateWords = words
      if (words) turns.splice(turns.length - textsInActivity, 0, { role: 'user', text: words })
      textsInActivity = 0
      generate()
    }
  }
  let textsInActivity = 0

  function transcribe(words: string): void {
    if (words) content({ inputTranscription: { text: words } })
  }

  /** What a model takes from a text. */
  function understand(role: string, text: string): void {
    const before = turns.length
    const tool = /^\(The tool \w+ returned:\)\n([\s\S]*)$/.exec(text)
    const speech = /^\(Say exactly the following text to the customer[^)]*\)\n([\s\S]*)$/.exec(text)
    const said = /^\(You said to the customer:\)\n([\s\S]*)$/.exec(text)
    if (text === '(Answer without calling a tool.)') mayCallTools = false
    else if (speech) speaks = speech[1]
    else if (tool) turns.push({ role: 'tool', text: tool[1]! })
    else if (said) turns.push({ role: 'assistant', text: said[1]! })
    else if (text !== '(Continue the conversation.)')
      turns.push({ role: role === 'model' ? 'assistant' : 'user', text })
    if (activity) textsInActivity += turns.length - before
  }

  function clientContent({ turns: added }: { turns: { role: string; parts: { text: string }[] }[] }): void {
    interrupt()
    for (const { role, parts } of added) for (const { text } of parts) understand(role, text)
    generate()
  }

  function toolResponse({ functionResponses }: { functionResponses: { id: string; response: Fields }[] }): void {
    for (const { id, response } of functionResponses) {
      outstanding.delete(id)
      if (typeof response.output === 'string') turns.push({ role: 'tool', text: response.output })
      else mayCallTools = false
      if (String(response.notes).includes('(Answer without calling a tool.)')) mayCallTools = false
    }
    if (outstanding.size === 0) generate()
  }

  function generate(): void {
    isGenerating = true
    const text = speaks
    speaks = undefined
    const request = { turns: [...turns], mayCallTools }
    mayCallTools = true
    setImmediate(() => {
      if (isGenerating && isConnected) reply(text === undefined ? options.answer(request) : { text })
    })
  }

  function reply({ text = '', calls = [], isEndless = false, fault }: GeminiReply): void {
    const usageMetadata = { promptTokenCount: 20, responseTokenCount: 7, thoughtsTokenCount: 1, totalTokenCount: 28 }
    if (fault !== 'disconnect first' && fault !== 'no output') speak(text)
    if (fault?.startsWith('disconnect')) close(1_011, 'Internal error encountered.')
    else if (fault === 'unreadable audio')
      content({ modelTurn: { parts: [{ inlineData: { mimeType: 'audio/mpeg', data: 'AAAA' } }] } })
    else if (fault === 'endless audio') speakEndlessly()
    else if (isEndless || fault === 'no output') return
    else if (calls.length > 0) call(calls, usageMetadata, fault)
    else complete(usageMetadata, fault)
  }

  function complete(usageMetadata: object, fault: GeminiReply['fault']): void {
    if (fault === 'interrupted') content({ interrupted: true })
    else content({ generationComplete: true })
    if (fault === 'no end of the turn') return
    isGenerating = false
    content({ turnComplete: true }, { usageMetadata })
    transcribe(lateWords)
    lateWords = ''
    const newHandle = `handle-${handles.size}`
    handles.set(newHandle, [...turns])
    send({ sessionResumptionUpdate: { newHandle, resumable: true } })
  }

  function speak(text: string): void {
    if (!text) return
    const pcm = pcmFor(text)
    const size = options.chunkBytes ?? 4_801
    const words = options.sendsWords === false ? [] : text.split(/(?= )/)
    send({ sessionResumptionUpdate: { resumable: false } })
    content({ modelTurn: { parts: [{ text: 'The customer wants an answer.', thought: true }] } })
    for (let from = 0, word = 0; from < pcm.length || word < words.length; from += size, word++) {
      const data = pcm.subarray(from, from + size).toString('base64')
      const parts = [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }]
      content({
        ...(data ? { modelTurn: { parts } } : {}),
        ...(words[word] ? { outputTranscription: { text: words[word] } } : {}),
      })
    }
    turns.push({ role: 'assistant', text })
  }

  function speakEndlessly(): void {
    if (!isConnected || !isGenerating) return
    const data = pcmFor('x'.repeat(200)).toString('base64')
    content({ modelTurn: { parts: [{ inlineData: { mimeType: 'audio/pcm;rate=24000', data } }] } })
    setImmediate(speakEndlessly)
  }

  function call(calls: NonNullable<GeminiReply['calls']>, usageMetadata: object, fault: GeminiReply['fault']): void {
    isGenerating = false
    const functionCalls = calls.map(({ name, arguments: args }, index) => ({
      id: `call-${turns.length}-${index}`,
      name,
      args,
    }))
    for (const { id, name } of functionCalls) outstanding.set(id, name)
    send({ toolCall: { functionCalls }, usageMetadata })
    if (fault === 'calls are canceled') interrupt()
  }

  return {
    message(data: Buffer, isBinary: boolean) {
      if (isBinary) return peer.violate('A binary message.')
      let fields: Fields
      try {
        fields = JSON.parse(data.toString()) as Fields
      } catch {
        return peer.violate('Invalid JSON.')
      }
      const fault = faultInMessage(fields, { isSetUp, isActivity: activity !== undefined, outstanding })
      if (fault) return peer.violate(fault)
      const [name = ''] = Object.keys(fields)
      const value = fields[name] as Fields
      if (name === 'setup') return setUp(value)
      if (!('audio' in value)) received.push(name === 'realtimeInput' ? Object.keys(value)[0]! : name)
      if (name === 'realtimeInput') realtimeInput(value)
      else if (name === 'clientContent') clientContent(value as Parameters<typeof clientContent>[0])
      else toolResponse(value as Parameters<typeof toolResponse>[0])
    },
    closed() {
      isConnected = false
    },
  }
}
