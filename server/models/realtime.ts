// Combines all realtime vendors in one port: the requested vendor if it is configured, otherwise the offline model.
import type { RealtimeModel } from '#server/ports/realtime-model.ts'
import { createGeminiLiveModel } from './gemini-live/gemini-live.ts'
import { createOfflineRealtimeModel, type OfflineRealtimeOptions } from './offline-realtime/offline-realtime.ts'
import { createOpenAiRealtimeModel } from './openai-realtime/openai-realtime.ts'

export interface RealtimeVendorOptions {
  /** With the base URL of another server, the key is optional. */
  openai?: { apiKey?: string; baseUrl?: string }
  google?: { apiKey: string; baseUrl?: string }
}

export interface Realtime extends RealtimeModel {
  /** The vendor codes that are configured. */
  vendors: string[]
}

export function openRealtime(options: RealtimeVendorOptions & OfflineRealtimeOptions): Realtime {
  const vendors = createRealtimeVendors(options)
  const offline = createOfflineRealtimeModel(options)
  const modelFor = (vendor: string): RealtimeModel => vendors.get(vendor) ?? offline
  return {
    open: (settings, listener) => modelFor(settings.vendor).open(settings, listener),
    vendorFor: (vendor) => modelFor(vendor).vendorFor(vendor),
    vendors: [...vendors.keys()],
  }
}

/** Describes the vendors for the operator, without secrets. */
export function describeRealtimeVendors({ openai, google }: RealtimeVendorOptions) {
  const at = (what: string, { baseUrl }: { baseUrl?: string }) =>
    baseUrl ? `${what} at ${new URL(baseUrl).host}` : what
  return [
    ...(openai ? [{ vendor: 'openai', detail: at('realtime models', openai) }] : []),
    ...(google ? [{ vendor: 'google', detail: at('live models, not for dualplex mode', google) }] : []),
  ]
}

/** In the order of the catalogue. */
function createRealtimeVendors({ openai, google }: RealtimeVendorOptions): Map<string, RealtimeModel> {
  const vendors = new Map<string, RealtimeModel>()
  if (openai) vendors.set('openai', createOpenAiRealtimeModel(openai))
  if (google) vendors.set('google', createGeminiLiveModel(google))
  return vendors
}
