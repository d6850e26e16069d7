import { Checkbox } from '@mantine/core'
import type { FieldProps } from './TextField.tsx'

export function CheckboxField(props: FieldProps) {
  return <Checkbox {...props} />
}
