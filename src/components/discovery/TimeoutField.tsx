import type { ComponentProps } from 'react'
import { Field } from '#ui/form/PlainFields.tsx'
import { timeoutError, useTimeoutInSeconds } from './timeout.ts'

type Props = Pick<ComponentProps<typeof Field>, 'value' | 'onChange'>

/** How long each host may take, in a unit that is named where it is known. */
export function TimeoutField(props: Props) {
  const isInSeconds = useTimeoutInSeconds()
  return (
    <Field
      {...props}
      label="Timeout"
      description={isInSeconds ? 'In seconds, for each host.' : 'For each host, in the unit of the server.'}
      error={timeoutError(props.value, isInSeconds)}
      width="16rem"
      numeric
    />
  )
}
