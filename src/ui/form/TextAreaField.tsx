import { Textarea } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useFieldError } from './Form.tsx'

type Props = Omit<ComponentProps<'textarea'>, 'children'> & {
  label: string
  name: string
  error?: string | undefined
  description?: ReactNode
  classNames?: { input?: string }
}

/** Text with several lines, such as pasted keys. */
export const TextAreaField = (props: Props) => (
  <Textarea
    {...props}
    error={useFieldError(props)}
    data-autofocus={props.autoFocus}
    spellCheck={false}
    autoCapitalize="none"
  />
)
