import { TextInput } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { ComponentProps } from 'react'

/** What every field takes besides what an input takes; `register()` of a form fits, and so does a plain form. */
export type FieldProps = Omit<ComponentProps<'input'>, 'size' | 'type' | 'children'> & {
  label: string
  name: string
  error?: string
  description?: string
}

export function TextField(props: FieldProps) {
  // In a dialog, what has this mark gets the keyboard.
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
