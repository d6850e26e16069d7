import { PasswordInput } from '@mantine/core'
import type { FieldProps } from './TextField.tsx'

export function PasswordField(props: FieldProps) {
  // Its name must not hold the field's own: whoever asks for the field by label means the field.
  const toggle = { 'aria-label': 'Show or hide what is typed', tabIndex: 0 }
  return <PasswordInput {...props} data-autofocus={props.autoFocus} visibilityToggleButtonProps={toggle} />
}
