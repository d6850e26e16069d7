import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { labelOf } from '#contract/field.ts'
import { isJsonObject } from '#contract/json.ts'
import { addProfilePayload, listProfilePayloads, type Payload } from '#contract/mdm/profiles.ts'
import { textOf } from '#pages/devices/field-value.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { AddPayload } from './AddPayload.tsx'

/** What a profile sets, payload by payload, each field as it came. */
export function ProfilePayloads({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(listProfilePayloads, { profile_id: id }))
  const [adding, setAdding] = useState(false)
  const may = useMay()
  return (
    <Panel
      title="Payloads"
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={!may(addProfilePayload.permission)}
          onClick={() => setAdding(true)}
        >
          Add payload
        </Button>
      }
    >
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Loading />}
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
      {adding && <AddPayload id={id} onClose={() => setAdding(false)} />}
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
