// Exports the resolver of SIP URIs.
export { createNameServer, type NameServer, type NaptrRecord, type SrvRecord } from './name-server.ts'
export { createResolver, type Resolve, type ResolveOptions, type ResolverOptions } from './resolve.ts'
