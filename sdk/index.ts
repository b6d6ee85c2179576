// The public exports of the SDK.

export { contract } from '#contract/index.ts'
export type { CallInput, ReplyOf } from '#contract/wire/endpoint.ts'
export { type Client, createClient, type StreamPiece } from './client.ts'
export { ParleyError } from './errors.ts'
export type { CallOptions, ClientOptions } from './request.ts'
