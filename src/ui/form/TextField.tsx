import { TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldError } from './Form.tsx'

/** What every field takes besides what an input takes. Without an `error` of its own it shows that of its form. */
export type FieldProps = Omit<ComponentProps<'input'>, 'size' | 'type' | 'children'> & {
  label: string
  name: string
  error?: string | undefined
  description?: ReactNode
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
