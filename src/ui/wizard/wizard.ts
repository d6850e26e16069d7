import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ShownProblem } from '#ui/feedback/ProblemPanel.tsx'

/** A step owns its fields: going on checks them, and them alone. */
export type Step<Form extends FieldValues> = {
  /** In the address: `?step=key`. */
  id: string
  label: string
  fields: readonly (keyof Form & string)[]
  Body: ComponentType
}

/** What a rule says about what was typed: an error stops, a warning does not. */
export type Advice = {
  /** The field it is about; without one it stands above the step. */
  field?: string
  level: 'error' | 'warning' | 'note'
  text: string
  why?: string
  /** What to do about it. */
  next?: string
}

/** One line of the review: exactly what will be sent. A secret is only said to be there. */
export type ReviewItem = { label: string; value: ReactNode; step?: string }

export type DoneProps<Form, Result> = { result: Result; form: Form; startAgain: () => void }

/** A problem that may name the field that is wrong. */
export type FormProblem = ShownProblem & {
  field?: string
  /** Its answer got lost: it may have been done all the same, and is not to be sent again unseen. */
  unsure?: boolean
}
