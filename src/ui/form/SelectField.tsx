import { NativeSelect } from '@mantine/core'
import { useFieldError } from './Form.tsx'
import type { ComponentProps } from 'react'
import { IconChevronDown } from '#ui/theme/icons.ts'

type Props = Omit<ComponentProps<'select'>, 'size' | 'children'> & {
  label: string
  name: string
  description?: string
  error?: string
  options: readonly { value: string; label: string }[]
}

export function SelectField({ options, ...props }: Props) {
  return (
    <NativeSelect
      {...props}
      error={useFieldError(props)}
      data={[...options]}
      rightSection={<IconChevronDown size={15} aria-hidden />}
    />
  )
}
