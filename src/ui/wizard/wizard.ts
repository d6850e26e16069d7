import type { ComponentType, ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { ShownProblem } from '#ui/feedback/ProblemPanel.tsx'

/** A step of a wizard with its fields. Next validates only the fields of the current step. */
export type Step<Form extends FieldValues> = {
  /** Value of the `step` URL parameter: `?step=key`. */
  id: string
  label: string
  fields: readonly (keyof Form & string)[]
  Body: ComponentType
}

/** A message of a validation rule. Errors block the step, warnings and notes do not. */
export type Advice = {
  /** The field that it applies to; without one, it is shown above the step. */
  field?: string
  level: 'error' | 'warning' | 'note'
  text: string
  why?: string
  /** What the user can do about it. */
  next?: string
}

/** A line of the review: a value that will be sent. Secrets are only stated to be present. */
export type ReviewItem = { label: string; value: ReactNode; step?: string }

export type DoneProps<Form, Result> = { result: Result; form: Form; startAgain: () => void }

/** An error that can name the invalid field. */
export type FormProblem = ShownProblem & {
  field?: string
  /** The response was lost: the request may have been completed, and must not be repeated without a check. */
  unsure?: boolean
}
