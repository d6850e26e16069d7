import { TextInput } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { FieldProps } from './TextField.tsx'

/** A day, in the browser's own way of choosing one; its value is `2026-11-21`. */
export function DateField(props: FieldProps) {
  return <TextInput {...props} error={useFieldError(props)} type="date" />
}
