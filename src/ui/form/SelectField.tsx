import { NativeSelect } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { IconChevronDown } from '#ui/theme/icons.ts'
import { useFieldError } from './Form.tsx'

type Props = Omit<ComponentProps<'select'>, 'size' | 'children'> & {
  label: string
  name: string
  description?: ReactNode
  error?: string | undefined
  options: readonly { value: string; label: string; disabled?: boolean }[]
}

/** Native select: a single choice among many options. */
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
