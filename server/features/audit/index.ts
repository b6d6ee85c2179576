// The audit log: who changed what in an account.
export { auditLog, recordEvent } from './audit-log.ts'
