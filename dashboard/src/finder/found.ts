// What the search shows: pages, actions and records, each with where it leads or what it does.
import type { LinkProps } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { Ranked } from './rank.ts'

export type Target = Pick<LinkProps, 'to' | 'params' | 'search'>

export interface Found extends Ranked {
  /** Unique among all that is found. */
  id: string
  /** Below the label. */
  detail?: string | undefined
  icon: LucideIcon
  /** Where it leads, or what it does. */
  open: Target | (() => void)
}
