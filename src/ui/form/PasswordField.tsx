import { PasswordInput, VisuallyHidden } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { FieldProps } from './TextField.tsx'

type Props = FieldProps & {
  /** Where the head of a column says it for the eye. */
  hideLabel?: boolean
}

export function PasswordField({ label, hideLabel = false, ...props }: Props) {
  // Its name must not hold the field's own: whoever asks for the field by label means the field.
  const toggle = { 'aria-label': 'Show or hide the value', tabIndex: 0 }
  return (
    <PasswordInput
      {...props}
      error={useFieldError(props)}
      label={hideLabel ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      labelProps={hideLabel ? { pos: 'absolute' } : undefined}
      data-autofocus={props.autoFocus}
      visibilityToggleButtonProps={toggle}
    />
  )
}
