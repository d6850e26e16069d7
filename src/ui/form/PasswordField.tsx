import { PasswordInput, VisuallyHidden } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { FieldProps } from './TextField.tsx'

type Props = FieldProps & {
  /** Hides the label visually, where a column heading already shows it. */
  hideLabel?: boolean
}

export function PasswordField({ label, hideLabel = false, ...props }: Props) {
  // Must not contain the field's label: a search by label would otherwise match the button too.
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
