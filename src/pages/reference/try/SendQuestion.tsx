import { Confirm } from '#components/actions/Confirm.tsx'
import { type Input, type Endpoint, targetNames } from '#contract/endpoint.ts'
import { Stack, Text } from '#ui/layout/layout.ts'

/** Changes require confirmation. */
export const needsConfirmation = ({ danger, changes }: Endpoint) => danger === true || changes !== undefined

type Props = { endpoint: Endpoint; input: Input<Endpoint>; onSend: () => Promise<void>; onClose: () => void }

/** Confirmation with the effect of the call and its targets. */
export function SendQuestion({ endpoint, input, onSend, onClose }: Props) {
  const { id, summary, danger = false, changes = [] } = endpoint
  const targets = targetsIn(endpoint, input)
  return (
    <Confirm
      title={`Send ${id}?`}
      action="Send"
      danger={danger}
      typed={danger ? (targets.length === 1 ? targets[0]?.value : id) : undefined}
      onConfirm={onSend}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Text>{summary}.</Text>
        {targets.map(({ name, value }) => (
          <Text key={name} style={{ overflowWrap: 'anywhere' }}>
            <code>{name}</code>: <strong>{value}</strong>
          </Text>
        ))}
        <Text size="sm">
          {danger
            ? 'This calls the live service and cannot be undone.'
            : 'This calls the live service and changes its data.'}
        </Text>
        {changes.length > 0 && (
          <Text size="sm" c="dimmed">
            Changes {changes.join(', ')}.
          </Text>
        )}
      </Stack>
    </Confirm>
  )
}

/** Targets of the call that have a name to type as confirmation. */
function targetsIn(endpoint: Endpoint, input: Input<Endpoint>): { name: string; value: string }[] {
  const given = new Map(Object.entries(input as object) as [string, unknown][])
  return targetNames(endpoint).flatMap((name) => {
    const value = given.get(name)
    return typeof value === 'string' && value.trim() !== '' ? [{ name, value }] : []
  })
}
