import { useState } from 'react'
import { useParams } from 'react-router'
import { Confirm } from '#components/actions/Confirm.tsx'
import { deviceIdOf } from '#pages/devices/device-query.ts'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import type { Selected } from '#ui/table/DataTable.tsx'
import type { Kind } from './distributed.ts'

/** An app or profile of the device, as far as removal needs it. */
export type Taken = { itemId: string; name: string; refusal?: string }

/** Removes selected items from the device in the URL. */
export function RemoveItems<T>({ kind, takenOf, withRows }: Selected<T> & { kind: Kind; takenOf: (row: T) => Taken }) {
  const device_id = deviceIdOf(useParams())
  const [items, setItems] = useState<readonly Taken[]>()
  const can = items?.filter(({ refusal }) => refusal === undefined) ?? []
  const cannot = items?.filter(({ refusal }) => refusal !== undefined) ?? []
  return (
    <>
      <Button
        variant="default"
        size="compact-xs"
        onClick={() => withRows('Remove', (rows) => setItems(rows.map(takenOf)))}
      >
        {' '}
        Remove{' '}
      </Button>
      {items && (
        <Confirm
          title={`Remove ${can.length} ${kind.many}?`}
          action="Remove"
          onConfirm={() =>
            can.length === 0
              ? Promise.resolve()
              : kind.takeBack(
                  device_id,
                  can.map(({ itemId }) => itemId),
                )
          }
          onClose={() => setItems(undefined)}
        >
          <Stack gap="xs">
            <Text size="sm">{kind.lost} They can be distributed again.</Text>
            <Names items={can} />
            {cannot.length > 0 && <Text size="sm">Cannot be removed:</Text>}
            <Names items={cannot} />
          </Stack>
        </Confirm>
      )}
    </>
  )
}

const Names = ({ items }: { items: readonly Taken[] }) =>
  items.length > 0 && (
    <ul>
      {items.map(({ itemId, name, refusal }) => (
        <li key={itemId}>
          {name || itemId}
          {refusal && `: ${refusal}`}
        </li>
      ))}
    </ul>
  )
