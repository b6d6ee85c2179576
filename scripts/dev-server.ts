// Runs the server for `npm run dev`, which starts it again when one of its files has changed.
import { serve } from '#server/main.ts'
import { writeContractCode } from './dashboard/contract-code.ts'

// Vite applies a changed contract to the pages.
await writeContractCode()
// A restart does not wait for calls.
process.exitCode = await serve(
  { DASHBOARD: 'off', DRAIN_SECONDS: '0' },
  { showCredentials: 'local', ...(process.argv[2] && { pagesUrl: process.argv[2] }) },
)
