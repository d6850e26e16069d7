import { TextField } from '#ui/form/TextField.tsx'
import { timeoutError, useTimeoutInSeconds } from './timeout.ts'

type Props = { value: string; onChange: (value: string) => void }

/** Timeout per host; the description states its unit if it is known. */
export function TimeoutField({ value, onChange }: Props) {
  const isInSeconds = useTimeoutInSeconds()
  return (
    <TextField
      name="timeout"
      value={value}
      label="Timeout"
      description={isInSeconds ? 'In seconds, for each host.' : 'For each host, in the unit of the server.'}
      error={timeoutError(value, isInSeconds)}
      inputMode="numeric"
      style={{ width: 'min(16rem, 100%)' }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
