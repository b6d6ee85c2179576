// What carriers report, whatever way the reports arrive. Features handle the reports, and adapters answer the carrier.
import type { InboundMessage, ReportKey, StatusUpdate } from '#server/ports/carrier.ts'
import type {
  AgentDecision,
  CallUpdate,
  ConferenceTarget,
  InboundAnswer,
  InboundCall,
  MachineDetection,
} from '#server/ports/voice-carrier.ts'
import type { AppContext } from '../context/context.ts'

/**
 * Each function stores the report before it returns, in the transaction that recognizes a repetition, so a report may be
 * repeated. `unknown` means that the key does not identify anything of the carrier account.
 */
export interface CarrierEvents {
  messageReceived(context: AppContext, message: InboundMessage): Promise<void>
  messageUpdated(context: AppContext, key: ReportKey, update: StatusUpdate): Promise<'stored' | 'unknown'>
  callReceived(context: AppContext, call: InboundCall): Promise<InboundAnswer>
  callUpdated(context: AppContext, key: ReportKey, update: CallUpdate): Promise<'stored' | 'unknown'>
  machineDetected(context: AppContext, key: ReportKey, detection: MachineDetection): Promise<'stored' | 'unknown'>
  /** Returns the conference that the person joins. Undefined ends the person's call. */
  agentDecided(
    context: AppContext,
    key: ReportKey,
    decision: AgentDecision,
  ): Promise<{ join: ConferenceTarget | undefined } | 'unknown'>
  agentUpdated(context: AppContext, key: ReportKey, update: CallUpdate): Promise<'stored' | 'unknown'>
  agentMachineDetected(context: AppContext, key: ReportKey, detection: MachineDetection): Promise<'stored' | 'unknown'>
}
