import { Group, Radio, type RadioGroupProps, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '#ui/values/LongText.module.css'

export type Option<V extends string = string> = {
  value: V
  label: string
  description?: ReactNode
  disabled?: boolean
}

type Props<V extends string> = Omit<RadioGroupProps<V>, 'children'> & {
  options: readonly Option<V>[]
  /** In one row, for options without descriptions. */
  inline?: boolean
}

/** Radio buttons: a single choice among a few options. */
export function ChoiceField<V extends string>({ options, inline = false, ...props }: Props<V>) {
  // An authority or a server can have any name.
  const choices = options.map((option) => <Radio key={option.value} {...option} classNames={{ label: classes.cut }} />)
  return (
    <Radio.Group {...props}>
      {inline ? (
        <Group gap="lg" mt={6}>
          {choices}
        </Group>
      ) : (
        <Stack gap={12} mt={6}>
          {choices}
        </Stack>
      )}
    </Radio.Group>
  )
}
