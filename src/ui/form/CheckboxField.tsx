import { Checkbox } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { FieldProps } from './TextField.tsx'

export function CheckboxField(props: FieldProps) {
  return <Checkbox {...props} error={useFieldError(props)} />
}
