import { Textarea } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'textarea'>, 'children'> & {
  label: string
  name: string
  error?: string
  description?: string
}

/** Several lines, such as keys that are pasted. */
export const TextAreaField = (props: Props) => (
  <Textarea
    {...props}
    error={useFieldError(props)}
    data-autofocus={props.autoFocus}
    spellCheck={false}
    autoCapitalize="none"
  />
)
