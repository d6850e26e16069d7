import { TextInput } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { FieldProps } from './TextField.tsx'

/** The browser's native date field; the value is an ISO date such as `2026-11-21`. */
export function DateField(props: FieldProps) {
  return <TextInput {...props} error={useFieldError(props)} type="date" />
}
