import { FieldTable } from '#pages/devices/device/FieldTable.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Stack } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import type { PayloadCard, PayloadFlag } from './profile-rows.ts'

/** A configuration profile with its fields and payloads. */
export const PayloadPanel = ({ card: { title, facts, flags, contents } }: { card: PayloadCard }) => (
  <Panel title={title}>
    <Stack gap="sm">
      <Group gap="xs">
        {flags.map((flag) => (
          <FlagBadge key={flag.name} flag={flag} />
        ))}
      </Group>
      <Properties
        bare
        items={facts.map(({ name, label, text, raw }) => ({
          label,
          wireName: name,
          value: raw === '' ? '–' : text,
          copy: raw || undefined,
        }))}
      />
      {contents.rows.length > 0 && <FieldTable table={contents} />}
    </Stack>
  </Panel>
)

const answerOf = (value: boolean | undefined) => (value === undefined ? 'unknown' : value ? 'yes' : 'no')

const FlagBadge = ({ flag: { label, value } }: { flag: PayloadFlag }) => (
  <StatusBadge tone={value === undefined ? 'muted' : 'info'}>
    {label}: {answerOf(value)}
  </StatusBadge>
)
