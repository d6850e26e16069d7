import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { labelOf } from '#contract/field.ts'
import { isJsonObject } from '#contract/json.ts'
import { addProfilePayload, listProfilePayloads, type Payload } from '#contract/mdm/profiles.ts'
import { textOf } from '#pages/devices/field-value.ts'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { AddPayload } from './AddPayload.tsx'

/** What a profile sets, payload by payload, each field as it came. */
export function ProfilePayloads({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(listProfilePayloads, { profile_id: id }))
  return (
    <Panel
      title="Payloads"
      actions={
        <ActionButton
          endpoint={addProfilePayload}
          size="xs"
          renderDialog={(close) => <AddPayload id={id} onClose={close} />}
        >
          Add payload
        </ActionButton>
      }
    >
      <QueryState error={error} refetch={refetch} waiting={!data} />
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          This profile has no payloads and cannot be published.
        </Text>
      )}
      <Stack gap="md">
        {data?.rows.map((payload, index) => (
          <Properties
            key={payload.payload_id ?? index}
            title={titleOf(payload, index)}
            columns={3}
            items={itemsOf(payload)}
          />
        ))}
      </Stack>
    </Panel>
  )
}

const titleOf = ({ payload_name, payload_type }: Payload, index: number) =>
  payload_name || (payload_type ? labelOf(payload_type) : `Payload ${index + 1}`)

/** The type first, then the payload's own fields: what they mean is the device's business. */
function itemsOf({ payload_type, payload_version, payload }: Payload) {
  const own = isJsonObject(payload) ? Object.entries(payload) : []
  return [
    { label: 'Type', value: payload_type || '–' },
    { label: 'Version', value: payload_version ?? '–' },
    ...own.map(([name, value]) => ({ label: labelOf(name), value: textOf(value) || '–', wireName: name })),
  ]
}
