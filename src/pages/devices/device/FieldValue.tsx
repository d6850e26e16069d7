import { ValueNotes } from '#components/value-notes/ValueNotes.tsx'
import type { DisplayedValue } from '#components/devices/field-value.ts'
import { Text } from '#ui/layout/layout.ts'
import { LongText } from '#ui/values/LongText.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Secret } from '#ui/values/Secret.tsx'

type Props = { label: string; shown: DisplayedValue }

export function FieldValue({ label, shown }: Props) {
  if (shown.as === 'nothing') return '–'
  if (shown.as === 'flag') return shown.value ? 'Yes' : 'No'
  if (shown.as === 'moment') return <Moment at={shown.at} raw={shown.raw} />
  if (shown.as === 'meaning') return <Aside value={shown.meaning} aside={`(${shown.raw})`} />
  if (shown.as === 'undefined') {
    return (
      <span>
        <Aside value={shown.raw} aside="meaning not defined" />
        <ValueNotes place={shown.code} />
      </span>
    )
  }
  if (shown.as === 'quantity') return <Aside value={shown.raw} aside="unit not defined" />
  if (shown.as === 'code') return <code>{shown.text}</code>
  return shown.as === 'secret' ? <Secret label={label} reveal={shown.reveal} /> : <LongText text={shown.text} />
}

const Aside = ({ value, aside }: { value: string; aside: string }) => (
  <>
    {value}{' '}
    <Text span size="xs" c="dimmed">
      {aside}
    </Text>
  </>
)
