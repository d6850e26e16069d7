import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { labelOf } from '#contract/words/label.ts'
import { isJsonObject, type JsonObject } from '#contract/json.ts'
import { isPayloadKind } from '#contract/mdm/payload-kinds.ts'
import {
  addProfilePayload,
  deleteProfilePayload,
  listProfilePayloads,
  type Payload,
  type Profile,
  updateProfilePayload,
} from '#contract/mdm/profiles.ts'
import { Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { AddPayload, EditPayload } from './payload/PayloadDialog.tsx'
import { PayloadValue } from './payload/PayloadValue.tsx'

type Props = { id: string; platform: Profile['platform_type'] }

/** Payloads of a profile, with their original fields. */
export function ProfilePayloads({ id, platform }: Props) {
  const { data, error, refetch } = useQuery(query(listProfilePayloads, { profile_id: id }))
  const profile = { id, platform }
  return (
    <Panel
      title="Payloads"
      actions={
        <ActionButton
          endpoint={addProfilePayload}
          size="xs"
          renderDialog={(close) => <AddPayload profile={profile} onClose={close} />}
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
            actions={<PayloadActions profile={profile} payload={payload} title={titleOf(payload, index)} />}
          />
        ))}
      </Stack>
    </Panel>
  )
}

const titleOf = ({ payload_name, payload_type }: Payload, index: number) =>
  payload_name && payload_name !== payload_type
    ? payload_name
    : payload_type
      ? labelOf(payload_type)
      : `Payload ${index + 1}`

const contentOf = ({ payload }: Payload): JsonObject => (isJsonObject(payload) ? payload : {})

/** The payload's type, followed by its fields with their original names. */
function itemsOf(payload: Payload) {
  const { payload_type = '', payload_version } = payload
  return [
    { label: 'Type', value: payload_type || '–' },
    { label: 'Version', value: payload_version ?? '–' },
    ...Object.entries(contentOf(payload)).map(([name, value]) => ({
      label: labelOf(name),
      value: <PayloadValue kind={payload_type} name={name} value={value} />,
      wireName: name,
    })),
  ]
}

type Actions = { profile: { id: string; platform: Profile['platform_type'] }; payload: Payload; title: string }

/** Payloads of unknown type can be removed, but not edited. */
function PayloadActions({ profile, payload, title }: Actions) {
  const { payload_id, payload_type = '' } = payload
  if (!payload_id) return null
  return (
    <Group gap="xs">
      {isPayloadKind(payload_type) && (
        <ActionButton
          endpoint={updateProfilePayload}
          size="compact-xs"
          aria-label={`Edit payload ${title}`}
          renderDialog={(close) => (
            <EditPayload
              profile={profile}
              payloadId={payload_id}
              kind={payload_type}
              former={contentOf(payload)}
              onClose={close}
            />
          )}
        >
          Edit
        </ActionButton>
      )}
      <ActionButton
        endpoint={deleteProfilePayload}
        size="compact-xs"
        aria-label={`Remove payload ${title}`}
        renderDialog={(close) => (
          <Confirm
            title={`Remove the payload ${title}?`}
            action="Remove"
            onConfirm={() => change(deleteProfilePayload, { profile_id: profile.id, payload_id })}
            onClose={close}
          >
            The profile no longer sets it. Publish the profile again before you distribute it.
          </Confirm>
        )}
      >
        Remove
      </ActionButton>
    </Group>
  )
}
