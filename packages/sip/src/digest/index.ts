// Exports digest authentication, as a client and as a server.
export { type Challenge, readChallenges } from './challenge.ts'
export { type ChallengeAnswer, createDigestClient, type DigestClient, type DigestCredentials } from './client.ts'
export { type DigestAlgorithm, digestAlgorithms, digestResponse } from './hash.ts'
export { createDigestServer, type DigestServer, type DigestServerOptions, type Verification } from './server.ts'
