import { TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldError } from './Form.tsx'

/**
 * Props of all form fields in addition to those of an input. Without `error`, the message of the surrounding form is
 * shown.
 */
export type FieldProps = Omit<ComponentProps<'input'>, 'size' | 'type' | 'children'> & {
  label: string
  name: string
  error?: string | undefined
  description?: ReactNode
}

export function TextField(props: FieldProps) {
  // Mantine focuses the element with `data-autofocus` when a dialog opens.
  return (
    <TextInput
      {...props}
      error={useFieldError(props)}
      data-autofocus={props.autoFocus}
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}
