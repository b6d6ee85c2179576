// The types of steps that flows can use.
import { aiStep } from './ai-step.ts'
import { makeCallStep } from './call-step.ts'
import { createLeadStep, startCampaignStep, updateLeadStep } from './campaign-steps.ts'
import { codeStep } from './code-step.ts'
import { type ControlType, controlTypes } from './control-steps.ts'
import { httpRequestStep } from './http-step.ts'
import { sendEmailStep } from './mail-step.ts'
import { sendFreeformStep, sendSmsStep, sendTemplateStep } from './message-steps.ts'
import { replyStep } from './reply-step.ts'
import { searchKnowledgeStep } from './search-step.ts'
import type { StepType } from './step-type.ts'

const all = [
  sendTemplateStep,
  sendFreeformStep,
  sendSmsStep,
  sendEmailStep,
  makeCallStep,
  createLeadStep,
  updateLeadStep,
  startCampaignStep,
  replyStep,
  aiStep,
  searchKnowledgeStep,
  httpRequestStep,
  codeStep,
]

export const stepTypes: ReadonlyMap<string, StepType> = new Map(all.map((one) => [one.type, one]))

export const findStepType = (type: string): StepType | ControlType | undefined =>
  controlTypes.get(type) ?? stepTypes.get(type)
