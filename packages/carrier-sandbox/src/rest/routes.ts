// Registers the endpoints of Twilio's API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import type { SandboxContext } from '../core/context.ts'
import type { ApiHandler } from './api-request.ts'
import { createCall, deleteCall, fetchCall, listCalls, updateCall } from './calls.ts'
import {
  createContent,
  deleteContent,
  fetchApproval,
  fetchContent,
  listContents,
  listContentsAndApprovals,
  listLegacyContents,
  submitTemplate,
  updateContent,
} from './contents.ts'
import { handleRequest, pathOf, respond } from './handle-request.ts'
import { deleteMedia, fetchMedia, listMedia, serveFile } from './media.ts'
import { createMessage, deleteMessage, fetchMessage, listMessages, showTyping, updateMessage } from './messages.ts'
import {
  buyPhoneNumber,
  fetchPhoneNumber,
  listPhoneNumbers,
  releasePhoneNumber,
  searchPhoneNumbers,
  updatePhoneNumber,
} from './phone-numbers.ts'
import {
  createRecording,
  deleteRecording,
  deleteRecordingOfCall,
  fetchRecording,
  fetchRecordingFile,
  fetchRecordingOfCall,
  listRecordings,
  listRecordingsOfCall,
  updateRecording,
} from './recordings.ts'
import { createSender, deleteSender, fetchSender, listSenders, updateSender } from './senders.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Methods = Readonly<Partial<Record<Method, ApiHandler>>>

const account = '/2010-04-01/Accounts/:accountSid'
const messages = `${account}/Messages`
const message = `${messages}/:sid((?:SM|MM)[0-9a-fA-F]{32})`
const media = `${message}/Media`
const calls = `${account}/Calls`
const call = `${calls}/:sid(CA[0-9a-fA-F]{32})`
const recording = `${account}/Recordings/:recordingSid(RE[0-9a-fA-F]{32})`
const phoneNumbers = `${account}/IncomingPhoneNumbers`
const content = '/v1/Content/:sid(HX[0-9a-fA-F]{32})'
const senders = '/v2/Channels/Senders'

const contentList: Methods = { GET: listContents, POST: createContent }
const endpoints: Readonly<Record<string, Methods>> = {
  ...inBothFormats(messages, { POST: createMessage, GET: listMessages }),
  ...inBothFormats(message, { GET: fetchMessage, POST: updateMessage, DELETE: deleteMessage }),
  ...inBothFormats(media, { GET: listMedia }),
  ...inBothFormats(`${media}/:mediaSid(ME[0-9a-fA-F]{32})`, { GET: fetchMedia, DELETE: deleteMedia }),
  ...inBothFormats(calls, { POST: createCall, GET: listCalls }),
  ...inBothFormats(call, { GET: fetchCall, POST: updateCall, DELETE: deleteCall }),
  ...inBothFormats(`${call}/Recordings`, { POST: createRecording, GET: listRecordingsOfCall }),
  ...inBothFormats(`${call}/Recordings/:recordingSid(RE[0-9a-fA-F]{32}|Twilio\\.CURRENT)`, {
    GET: fetchRecordingOfCall,
    POST: updateRecording,
    DELETE: deleteRecordingOfCall,
  }),
  ...inBothFormats(`${account}/Recordings`, { GET: listRecordings }),
  ...inBothFormats(recording, { GET: fetchRecording, DELETE: deleteRecording }),
  [`${recording}.xml`]: { GET: fetchRecording },
  [`${recording}.wav`]: { GET: fetchRecordingFile },
  [`${recording}.mp3`]: { GET: fetchRecordingFile },
  ...inBothFormats(phoneNumbers, { POST: buyPhoneNumber, GET: listPhoneNumbers }),
  ...inBothFormats(`${phoneNumbers}/:sid(PN[0-9a-fA-F]{32})`, {
    GET: fetchPhoneNumber,
    POST: updatePhoneNumber,
    DELETE: releasePhoneNumber,
  }),
  ...inBothFormats(`${account}/AvailablePhoneNumbers/:country([A-Z]{2})/Local`, { GET: searchPhoneNumbers }),
  '/v1/Content': contentList,
  '/v2/Content': contentList,
  '/v1/ContentAndApprovals': { GET: listContentsAndApprovals },
  '/v2/ContentAndApprovals': { GET: listContentsAndApprovals },
  '/v1/LegacyContent': { GET: listLegacyContents },
  [content]: { GET: fetchContent, PUT: updateContent, DELETE: deleteContent },
  [`${content}/ApprovalRequests`]: { GET: fetchApproval },
  [`${content}/ApprovalRequests/whatsapp`]: { POST: submitTemplate },
  [senders]: { GET: listSenders, POST: createSender },
  [`${senders}/:sid(XE[0-9a-fA-F]{32})`]: { GET: fetchSender, POST: updateSender, DELETE: deleteSender },
  '/v2/Indicators/Typing.json': { POST: showTyping },
}

const patterns = Object.keys(endpoints).map((pathname) => new URLPattern({ pathname }))

/** The 2010 API responds in XML unless the path ends in `.json`. */
function inBothFormats(path: string, methods: Methods): Record<string, Methods> {
  return { [path]: methods, [`${path}.json`]: methods }
}

export function registerApi(app: FastifyInstance, context: SandboxContext): void {
  const takeToken = createTokenBucket(context)

  function handle(request: FastifyRequest, reply: FastifyReply, findHandler: () => ApiHandler, of?: ApiHandler) {
    const creates = of === createMessage ? 'message' : of === createCall ? 'call' : undefined
    const isTestable = creates !== undefined || of === buyPhoneNumber
    return respond(context, request, reply, (entry) =>
      handleRequest(context, request, entry, { findHandler, creates, isTestable, takeToken }),
    )
  }

  for (const [url, methods] of Object.entries(endpoints)) {
    for (const [method, handler] of Object.entries(methods)) {
      app.route({
        method: method as Method,
        url,
        handler: (request, reply) => handle(request, reply, () => handler, handler),
      })
    }
  }
  app.get<{ Params: { sid: string } }>('/media/:sid(ME[0-9a-f]{32})', (request, reply) =>
    respond(context, request, reply, () => serveFile(context, request.params.sid)),
  )
  app.setNotFoundHandler((request, reply) =>
    handle(request, reply, () => {
      const pathname = pathOf(request.url)
      if (patterns.some((pattern) => pattern.test({ pathname }))) throw new ApiError(20004)
      throw new ApiError(20404, `The requested resource ${pathname} was not found`)
    }),
  )
}

/** Enforces the rate limit for new messages. */
function createTokenBucket({ settings, scheduler }: SandboxContext): () => boolean {
  let tokens = Number.POSITIVE_INFINITY
  let atMs = scheduler.nowMs()
  return function take() {
    const { rate } = settings
    if (!rate) return true
    const nowMs = scheduler.nowMs()
    tokens = Math.min(rate.burst, tokens + ((nowMs - atMs) / 1_000) * rate.perSecond)
    atMs = nowMs
    if (tokens < 1) return false
    tokens--
    return true
  }
}
