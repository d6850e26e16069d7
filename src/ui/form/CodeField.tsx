import { TextInput } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import classes from './CodeField.module.css'
import type { FieldProps } from './TextField.tsx'

/** One-time code: shows a numeric keyboard on phones and supports autofill of the code. */
export function CodeField(props: FieldProps) {
  return (
    <TextInput
      {...props}
      error={useFieldError(props)}
      data-autofocus={props.autoFocus}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      maxLength={12}
      classNames={{ input: classes.input }}
    />
  )
}
