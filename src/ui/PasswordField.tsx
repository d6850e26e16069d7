import { PasswordInput } from '@mantine/core'
import type { FieldProps } from './TextField.tsx'

export function PasswordField(props: FieldProps) {
  const toggle = { 'aria-label': `Show or hide ${props.label.toLowerCase()}`, tabIndex: 0 }
  return <PasswordInput {...props} data-autofocus={props.autoFocus} visibilityToggleButtonProps={toggle} />
}
