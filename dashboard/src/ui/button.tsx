// Buttons, and links that look like buttons.
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'
import { classes } from './classes.ts'

type Look = 'primary' | 'plain' | 'quiet' | 'danger'
type Size = 'small' | 'normal'

const looks: Record<Look, string> = {
  primary: 'bg-accent text-on-accent hover:bg-accent-hover border-transparent',
  plain: 'bg-card text-ink border-strong-line/60 hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-card text-bad border-bad/50 hover:bg-bad-soft',
}

const sizes: Record<Size, string> = {
  small: 'min-h-7 px-2 text-sm gap-1.5 rounded-md',
  normal: 'min-h-9 px-3.5 gap-2 rounded-lg',
}

const classesOf = (look: Look, size: Size, className?: string): string =>
  classes(
    'inline-flex items-center justify-center border font-medium whitespace-nowrap cursor-pointer select-none',
    'disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50 aria-disabled:cursor-not-allowed',
    looks[look],
    sizes[size],
    className,
  )

export interface ButtonProps extends Omit<AriaButtonProps, 'className' | 'children'> {
  look?: Look
  size?: Size
  className?: string
  children: ReactNode
}

/** While `isPending`, it stays focusable and says so to screen readers. */
export const Button = ({ look = 'plain', size = 'normal', className, ...props }: ButtonProps) => (
  <AriaButton {...props} className={classesOf(look, size, className)} />
)

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'aria-label'> {
  label: string
  children: ReactNode
}

/** A button with an icon only. The label is its name. */
export const IconButton = ({ label, look = 'quiet', size = 'normal', className, ...props }: IconButtonProps) => (
  <AriaButton
    {...props}
    aria-label={label}
    className={classes(classesOf(look, size), size === 'small' ? 'w-7 !px-0' : 'w-9 !px-0', className)}
  />
)

export const LinkButton = ({
  look = 'plain',
  size = 'normal',
  className,
  ...props
}: LinkProps & { look?: Look; size?: Size; className?: string }) => (
  <Link {...props} className={classesOf(look, size, className)} />
)
