import { Radio } from '@mantine/core'
import type { FieldProps } from './TextField.tsx'

export function RadioField(props: FieldProps) {
  return <Radio {...props} />
}
