import { TextInput } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import classes from './CodeField.module.css'
import type { FieldProps } from './TextField.tsx'

/** A one-time code: a number pad on a phone, filled in by the phone where it can. */
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
